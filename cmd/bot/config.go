package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/mattn/go-isatty"
	"github.com/pelletier/go-toml/v2"
	"github.com/robfig/cron/v3"

	"topcut/commands/moment"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/numbered"
	"topcut/tournament/textfile"
)

// defaultConfig is read if no file is named and it exists.
const defaultConfig = "config.toml"

// config is the configuration file. Every value is a string, every key is optional, and
// unknown keys are an error; config.example.toml explains them. Paths are relative to the
// working directory. Environment variables override the file: see environment.go.
type config struct {
	Discord  discordConfig  `toml:"discord"`
	Database databaseConfig `toml:"database"`
	Backup   backupConfig   `toml:"backup"`
	Rulesets rulesetsConfig `toml:"rulesets"`
	HTTP     httpConfig     `toml:"http"`
	Log      logConfig      `toml:"log"`
	Defaults defaultsConfig `toml:"defaults"`
}

type discordConfig struct {
	Token     string `toml:"token"`
	TokenFile string `toml:"token_file"`
	APIBase   string `toml:"api_base"`
	Guild     string `toml:"guild"`    // register commands only in this server
	Register  string `toml:"register"` // auto, manual
}

type databaseConfig struct {
	Path string `toml:"path"`
}

type backupConfig struct {
	Dir  string `toml:"dir"`
	Cron string `toml:"cron"` // five fields; "" for no automatic backups
}

type rulesetsConfig struct {
	Dir string `toml:"dir"`
}

type httpConfig struct {
	Listen    string `toml:"listen"`     // "" for off; without a host it is on loopback
	Public    string `toml:"public"`     // the same, for the pages of events
	PublicURL string `toml:"public_url"` // public URL of the pages
	Proxy     string `toml:"proxy"`      // address or network of the reverse proxy whose X-Forwarded-For is trusted; "" for none
	Autocert  string `toml:"autocert"`   // folder for automatic certificates; "" if a proxy has them
}

type logConfig struct {
	Level  string `toml:"level"`
	Format string `toml:"format"` // auto (text on a terminal, else json), text, json
}

type defaultsConfig struct {
	TimeZone string `toml:"time_zone"`
}

// defaults returns the configuration of an empty file.
func defaults() config {
	return config{
		Discord:  discordConfig{Register: "auto"},
		Database: databaseConfig{Path: "topcut.db"},
		Backup:   backupConfig{Dir: "backups", Cron: "30 4 * * *"},
		Log:      logConfig{Level: "info", Format: "auto"},
		Defaults: defaultsConfig{TimeZone: "UTC"},
	}
}

// configFlag registers --config.
func configFlag(fs *flag.FlagSet) *string {
	return fs.String("config", "", "the configuration `FILE` (default: "+configVariable+", else "+defaultConfig+", where it exists)")
}

// loadConfig reads the file, applies the environment and checks the result. An empty name
// means the file in TOPCUT_CONFIG, else config.toml, or the defaults if that does not
// exist.
func (p *program) loadConfig(name string) (config, error) {
	c, err := p.readConfig(name)
	return c, wrongSetting(err)
}

func (p *program) readConfig(name string) (config, error) {
	c := defaults()
	path, named := p.configPath(name)
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !named:
	case err != nil:
		return c, fmt.Errorf("the configuration cannot be read: %w", err)
	default:
		if err := decodeConfig(data, &c); err != nil {
			return c, fmt.Errorf("%s, %w", path, err)
		}
	}
	if err := c.check(); err != nil {
		return c, fmt.Errorf("%s: %w", path, err)
	}
	if err := c.overlay(p.env); err != nil {
		return c, err
	}
	return c, c.checkTogether()
}

// configPath returns the path of the configuration file, and whether it was set
// explicitly.
func (p *program) configPath(name string) (path string, named bool) {
	if name == "" {
		name = p.env(configVariable)
	}
	if name == "" {
		return defaultConfig, false
	}
	return name, true
}

// decodeConfig parses TOML strictly. Errors begin with the line. They never contain a
// value, which may be the token.
func decodeConfig(data []byte, c *config) error {
	data, err := textfile.Plain(data)
	if err != nil {
		return errors.New("which is in UTF-16: save it as UTF-8")
	}
	err = toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(c)
	var unknown *toml.StrictMissingError
	if errors.As(err, &unknown) && len(unknown.Errors) > 0 {
		first := unknown.Errors[0]
		line, _ := first.Position()
		return fmt.Errorf("line %d: there is no key %s; config.example.toml lists the keys", line, strings.Join(first.Key(), "."))
	}
	var wrong *toml.DecodeError
	if !errors.As(err, &wrong) {
		return err
	}
	line, _ := wrong.Position()
	key, text := strings.Join(wrong.Key(), "."), strings.TrimPrefix(wrong.Error(), "toml: ")
	if strings.HasPrefix(text, "cannot decode") || strings.HasPrefix(text, "cannot store") {
		if len(wrong.Key()) == 1 {
			return fmt.Errorf("line %d: %s is a table: write [%s] on a line of its own and its keys below", line, key, key)
		}
		return fmt.Errorf("line %d: %s must be text in quotes", line, key)
	}
	return fmt.Errorf("line %d: %s", line, likelyMistake(data, line, text))
}

// likelyMistake returns the most likely mistake in a line that is not TOML.
func likelyMistake(data []byte, line int, text string) string {
	lines := numbered.List[string](strings.Split(string(data), "\n"))
	if !numbered.Has(lines, line) {
		return text
	}
	key, value, ok := strings.Cut(numbered.Get(lines, line), "=")
	value = strings.TrimSpace(value)
	switch {
	case strings.Contains(text, "invalid UTF-8"):
		return text + ": save the file as UTF-8"
	case ok && (value == "" || !strings.ContainsAny(value[:1], "\"'[{")):
		return strings.TrimSpace(key) + " must be text in quotes"
	case ok && strings.HasPrefix(value, "\"") && strings.Contains(value, "\\"):
		return strings.TrimSpace(key) + ": " + backslash
	}
	return text
}

// backslash explains the error for a Windows path in double quotes.
const backslash = "a backslash in double quotes does not stand for itself; write the path in single quotes, or with slashes"

// check returns an error about the first bad value, or nil.
func (c *config) check() error {
	for key, value := range c.keys() {
		if strings.ContainsFunc(*value, unicode.IsControl) && key != "discord.token" {
			return fmt.Errorf("%s: it holds a control character: %s", key, backslash)
		}
	}
	if c.Discord.Token != "" && c.Discord.TokenFile != "" {
		return errors.New("discord.token and discord.token_file are both set; keep one")
	}
	if err := checkBase(c.Discord.APIBase); err != nil {
		return fmt.Errorf("discord.api_base: %w", err)
	}
	if strings.ContainsFunc(c.Discord.Guild, func(r rune) bool { return r < '0' || r > '9' }) || len(c.Discord.Guild) > 20 {
		return errors.New("discord.guild must be the id of a server, digits only (in Discord: developer mode, then Copy Server ID)")
	}
	if err := oneOf("discord.register", c.Discord.Register, "auto", "manual"); err != nil {
		return err
	}
	if c.Database.Path == "" {
		return errors.New("database.path is empty; name the file, such as topcut.db")
	}
	if c.Backup.Cron != "" {
		when, err := cron.ParseStandard(c.Backup.Cron)
		if err != nil {
			return errors.New("backup.cron is not a cron expression of five fields, such as \"30 4 * * *\" (daily at 4:30)")
		}
		if when.Next(time.Now()).IsZero() {
			return errors.New("backup.cron never comes, there is no such day; use for example \"30 4 * * *\" (daily at 4:30)")
		}
		if c.Backup.Dir == "" {
			return errors.New("backup.cron is set but backup.dir is empty; name the folder for the backups")
		}
	}
	if c.HTTP.Listen != "" {
		if _, err := listenAddress("http.listen", c.HTTP.Listen); err != nil {
			return err
		}
	}
	if err := c.checkPublic(); err != nil {
		return err
	}
	if err := oneOf("log.level", c.Log.Level, "debug", "info", "warn", "error"); err != nil {
		return err
	}
	if err := oneOf("log.format", c.Log.Format, "auto", "text", "json"); err != nil {
		return err
	}
	return c.checkZone()
}

// checkZone replaces the zone of the file, as people write zones, by its name.
func (c *config) checkZone() error {
	zone, err := moment.Zone(c.Defaults.TimeZone)
	if err == nil {
		c.Defaults.TimeZone = zone
		return nil
	}
	var refused *tournament.Refusal
	if errors.As(err, &refused) && refused.Notice.Code == "settings.zone_which" {
		return fmt.Errorf("defaults.time_zone: %s", text.Printer{}.Notice(refused.Notice))
	}
	return errors.New("defaults.time_zone is not a time zone; use a name such as Europe/Berlin")
}

func oneOf(key, value string, words ...string) error {
	for _, w := range words {
		if value == w {
			return nil
		}
	}
	return fmt.Errorf("%s must be one of %s", key, strings.Join(words, ", "))
}

// checkBase accepts only a scheme and a host.
func checkBase(base string) error {
	if base == "" {
		return nil
	}
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.User != nil {
		return errors.New("this must be scheme and host, such as https://discord.com")
	}
	return nil
}

// checkPublic checks the settings for the pages one by one.
func (c *config) checkPublic() error {
	if c.HTTP.Public != "" {
		if _, err := listenAddress("http.public", c.HTTP.Public); err != nil {
			return err
		}
	}
	if err := checkBase(c.HTTP.PublicURL); err != nil {
		return errors.New("http.public_url must be scheme and host, such as https://events.example.org")
	}
	_, err := c.HTTP.proxies()
	return err
}

// proxies returns the addresses whose X-Forwarded-For is trusted; the zero Prefix for
// none.
func (h httpConfig) proxies() (netip.Prefix, error) {
	if h.Proxy == "" {
		return netip.Prefix{}, nil
	}
	if ip, err := netip.ParseAddr(h.Proxy); err == nil {
		return ip.Unmap().Prefix(ip.Unmap().BitLen())
	}
	network, err := netip.ParsePrefix(h.Proxy)
	if err != nil {
		return network, errors.New("http.proxy must be the address or network of the proxy in front, such as 127.0.0.1 or 10.0.0.0/8")
	}
	return network.Masked(), nil
}

// checkTogether checks combinations of settings from file and environment.
func (c *config) checkTogether() error {
	listen, err := listenAddress("http.listen", c.HTTP.Listen)
	public, wrong := listenAddress("http.public", c.HTTP.Public)
	if err == nil && wrong == nil && sameAddress(listen, public) {
		return errors.New("http.listen and http.public are one port; give each a port of its own")
	}
	switch h := c.HTTP; {
	case h.Public == "" && h.PublicURL != "":
		return errors.New("http.public_url is set but http.public is empty; say where pages are served, such as 8081")
	case h.Public != "" && h.PublicURL == "":
		return errors.New("http.public is set but http.public_url is empty; say how people reach the pages, such as https://events.example.org")
	case h.Autocert != "" && !strings.HasPrefix(h.PublicURL, "https://"):
		return errors.New("http.autocert is set but http.public_url does not begin with https://; say for which host certificates are wanted, such as https://events.example.org")
	}
	return nil
}

// listenAddress returns the address to listen on. A port without a host means loopback.
func listenAddress(key, text string) (string, error) {
	if !strings.Contains(text, ":") {
		text = ":" + text
	}
	host, port, err := net.SplitHostPort(text)
	if n, e := strconv.ParseUint(port, 10, 16); err != nil || e != nil || strconv.FormatUint(n, 10) != port {
		return "", fmt.Errorf("%s must be a port or an address with a port, such as 8080 or 0.0.0.0:8080", key)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port), nil
}

// warnings returns warnings about allowed settings that expose the token. path is the
// configuration file.
func (c *config) warnings(path string) (out []string) {
	if info, err := os.Stat(path); err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o044 != 0 && holdsToken(path) {
		out = append(out, fmt.Sprintf("other users of this machine can read %s, which holds the bot's token; close it with: chmod 600 %s", path, path))
	}
	if strings.HasPrefix(c.Discord.APIBase, "http://") && !c.onLoopback() {
		out = append(out, fmt.Sprintf("the API base %s is not on this machine and not encrypted: everybody on the way can read the bot's token; use https", c.Discord.APIBase))
	}
	return out
}

func holdsToken(path string) bool {
	var c config
	data, err := os.ReadFile(path)
	return err == nil && decodeConfig(data, &c) == nil && c.Discord.Token != ""
}

// onLoopback reports whether the API base is a local Discord.
func (c *config) onLoopback() bool {
	u, err := url.Parse(c.Discord.APIBase)
	if err != nil || c.Discord.APIBase == "" {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// token returns the bot's token from its configured source.
func (c *config) token() (string, error) {
	if c.Discord.TokenFile == "" {
		if strings.TrimSpace(c.Discord.Token) == "" {
			return "", errors.New("no bot token: set discord.token_file or discord.token in the configuration, or DISCORD_TOKEN in the environment")
		}
		return plainToken("the token", c.Discord.Token)
	}
	path := c.Discord.TokenFile
	info, err := os.Stat(path)
	if err != nil {
		return "", fmt.Errorf("the token file cannot be read: %w", err)
	}
	if info.IsDir() {
		return "", fmt.Errorf("the token file %s is a folder; name the file in it that holds the bot's token", path)
	}
	// Windows has no such bits; Go makes them up.
	if mode := info.Mode().Perm(); runtime.GOOS != "windows" && mode&0o007 != 0 {
		return "", fmt.Errorf("the token file %s can be read by every user of this machine (mode %03o); close it with: chmod 600 %s", path, mode, path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("the token file cannot be read: %w", err)
	}
	if data, err = textfile.Plain(data); err != nil {
		return "", fmt.Errorf("the token file %s is in UTF-16: save it as UTF-8", path)
	}
	if strings.TrimSpace(string(data)) == "" {
		return "", fmt.Errorf("the token file %s is empty; put the bot's token into it", path)
	}
	return plainToken("the token in "+path, string(data))
}

// plainToken trims the white space around a token. It returns an error if there is
// anything else around it.
func plainToken(what, token string) (string, error) {
	token = strings.TrimSpace(token)
	switch {
	case strings.ContainsAny(token, "\"'"):
		return "", fmt.Errorf("%s has quotes around it; leave them out", what)
	case strings.HasPrefix(token, "Bot "):
		return "", fmt.Errorf("%s begins with \"Bot \"; leave that out", what)
	case strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }):
		return "", fmt.Errorf("%s holds characters that no token has; copy it again", what)
	}
	return token, nil
}

// logger returns a logger that writes structured lines to standard error.
func (p *program) logger(c config) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.Log.Level)); err != nil {
		level = slog.LevelInfo
	}
	o := &slog.HandlerOptions{Level: level, ReplaceAttr: durationsWithUnit}
	if c.Log.Format == "json" || c.Log.Format == "auto" && !p.onTerminal() {
		return slog.New(slog.NewJSONHandler(p.stderr, o))
	}
	return slog.New(slog.NewTextHandler(p.stderr, o))
}

// durationsWithUnit formats durations as text such as "1.2s"; slog's JSON would print
// nanoseconds.
func durationsWithUnit(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		return slog.String(a.Key, a.Value.Duration().String())
	}
	return a
}

// onTerminal reports whether the log goes to a terminal.
func (p *program) onTerminal() bool {
	f, ok := p.stderr.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}
