package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord/localtest"
)

// wrongConfig is a configuration that keeps the bot from starting. DIR and PORT are
// replaced by a folder of the test and a port in use.
type wrongConfig struct {
	name string
	text string
	env  map[string]string
	code int
	want string
}

var wrongConfigs = []wrongConfig{
	{"UTF-16", "\xff\xfe[\x00l\x00o\x00g\x00]\x00", nil, 64, "UTF-16"},
	{"UTF-16, big-endian", "\xfe\xff\x00[\x00l", nil, 64, "UTF-16"},
	{"a path with an escape", "[database]\npath = \"C:\\new\\x.db\"\n", nil, 64, "single quotes"},
	{"a path with a bad escape", "[database]\npath = \"C:\\data\\x.db\"\n", nil, 64, "single quotes"},
	{"a path with a tab", "[backup]\ndir = \"C:\\topcut\"\n", nil, 64, "single quotes"},
	{"an unquoted word", "[discord]\nregister = auto\n", nil, 64, "register must be text in quotes"},
	{"an unquoted path", "[database]\npath = topcut.db\n", nil, 64, "path must be text in quotes"},
	{"an unquoted absolute path", "[database]\npath = /var/lib/topcut.db\n", nil, 64, "path must be text in quotes"},
	{"an unquoted address", "[http]\nlisten = 127.0.0.1:80\n", nil, 64, "listen must be text in quotes"},
	{"an unquoted number", "[discord]\nguild = 123\n", nil, 64, "must be text in quotes"},
	{"an unquoted port", "[http]\nlisten = 8080\n", nil, 64, "must be text in quotes"},
	{"an unknown key", "[http]\nport = \"1\"\n", nil, 64, "there is no key http.port"},
	{"an unknown table", "[web]\nlisten = \"1\"\n", nil, 64, "there is no key web"},
	{"a table as a value", "log = \"info\"\n", nil, 64, "log is a table"},
	{"a table twice", "[log]\nlevel = \"info\"\n[log]\nformat = \"json\"\n", nil, 64, "line 3"},
	{"a key twice", "[log]\nlevel = \"info\"\nlevel = \"warn\"\n", nil, 64, "line 3"},
	{"an open quote", "[log]\nlevel = \"info\n", nil, 64, "line 2"},
	{"no such register", "[discord]\nregister = \"always\"\n", nil, 64, "discord.register must be one of"},
	{"no such level", "[log]\nlevel = \"loud\"\n", nil, 64, "log.level must be one of"},
	{"no such format", "[log]\nformat = \"xml\"\n", nil, 64, "log.format must be one of"},
	{"no such time zone", "[defaults]\ntime_zone = \"Europe/Nowhere\"\n", nil, 64, "defaults.time_zone is not a time zone"},
	{"no path", "[database]\npath = \"\"\n", nil, 64, "database.path is empty"},
	{"no cron expression", "[backup]\ncron = \"daily\"\n", nil, 64, "five fields"},
	{"a day that never comes", "[backup]\ncron = \"0 4 30 2 *\"\n", nil, 64, "never comes"},
	{"no folder for backups", "[backup]\ndir = \"\"\n", nil, 64, "backup.dir is empty"},
	{"no address", "[http]\nlisten = \"a:b:c\"\n", nil, 64, "http.listen must be a port"},
	{"no public address", "[http]\npublic = \"a:b:c\"\n", nil, 64, "http.public must be a port"},
	{"pages without an address", "[http]\npublic = \"1\"\n", nil, 64, "http.public_url is empty"},
	{"an address without pages", "[http]\npublic_url = \"https://x.example\"\n", nil, 64, "http.public is empty"},
	{"an address that is none", "[http]\npublic = \"1\"\npublic_url = \"x.example\"\n", nil, 64, "scheme and host"},
	{"certificates without https", "[http]\npublic = \"1\"\npublic_url = \"http://x.example\"\nautocert = \"c\"\n", nil, 64, "does not begin with https"},
	{"one port twice", "[http]\nlisten = \"8077\"\npublic = \"0.0.0.0:8077\"\npublic_url = \"https://x.example\"\n", nil, 64, "one port"},
	{"a port in use", "[http]\nlisten = \"127.0.0.1:PORT\"\n", nil, 1, "http.listen: listen tcp"},
	{"a public port in use", "[http]\npublic = \"127.0.0.1:PORT\"\npublic_url = \"https://x.example\"\n", nil, 1, "http.public: listen tcp"},
	{"two tokens", "[discord]\ntoken = \"a\"\ntoken_file = \"b\"\n", nil, 64, "both set"},
	{"a server that is no id", "[discord]\nguild = \"My Club\"\n", nil, 64, "discord.guild must be the id"},
	{"a foreign server", "[discord]\nguild = \"123456789\"\n", nil, 64, "which the bot is not in"},
	{"an API base that is none", "[discord]\napi_base = \"discord\"\n", nil, 64, "discord.api_base"},
	{"no folder of rulesets", "[rulesets]\ndir = \"DIR/none\"\n", nil, 64, "the folder of rulesets"},
	{"a file as the folder of rulesets", "[rulesets]\ndir = \"DIR/file\"\n", nil, 64, "is no folder"},
	{"a folder as the database", "[database]\npath = \"DIR\"\n", nil, 5, "cannot be written to"},
	{"a database in no folder", "[database]\npath = \"DIR/none/x.db\"\n", nil, 5, "check that its folder exists"},
	{"no token", "", map[string]string{"DISCORD_TOKEN": ""}, 64, "no bot token"},
	{"a token in quotes", "", map[string]string{"DISCORD_TOKEN": "\"a.b.c\""}, 64, "quotes"},
	{"a token with Bot", "", map[string]string{"DISCORD_TOKEN": "Bot a.b.c"}, 64, "begins with \"Bot \""},
	{"a token with a space", "", map[string]string{"DISCORD_TOKEN": "a b"}, 64, "no token has"},
	{"a folder as the token file", "[discord]\ntoken_file = \"DIR/folder\"\n", map[string]string{"DISCORD_TOKEN": ""}, 64, "is a folder"},
	{"no token file", "[discord]\ntoken_file = \"DIR/none\"\n", map[string]string{"DISCORD_TOKEN": ""}, 64, "the token file cannot be read"},
	{"an empty token file", "[discord]\ntoken_file = \"DIR/file\"\n", map[string]string{"DISCORD_TOKEN": ""}, 64, "is empty"},
	{"a token file in UTF-16", "[discord]\ntoken_file = \"DIR/wide\"\n", map[string]string{"DISCORD_TOKEN": ""}, 64, "UTF-16"},
	{"a misspelt variable", "", map[string]string{"TOPCUT_DATABSE_PATH": "x"}, 64, "TOPCUT_DATABSE_PATH: there is no such setting"},
	{"a wrong variable", "", map[string]string{"TOPCUT_LOG_LEVEL": "loud"}, 64, "TOPCUT_LOG_LEVEL: "},
	{"a clock that is none", "", map[string]string{"TOPCUT_CLOCK": "fast"}, 64, "TOPCUT_CLOCK"},
	{"a whole number", "[log]\nlevel = 3\n", nil, 64, "level must be text in quotes"},
	{"a number below zero", "[http]\nlisten = -8080\n", nil, 64, "listen must be text in quotes"},
	{"a fraction", "[discord]\nguild = 1.5\n", nil, 64, "guild must be text in quotes"},
	{"yes and no", "[backup]\ncron = true\n", nil, 64, "cron must be text in quotes"},
	{"a date", "[database]\npath = 2026-01-01\n", nil, 64, "path must be text in quotes"},
	{"a list", "[http]\nlisten = [\"8080\"]\n", nil, 64, "listen must be text in quotes"},
	{"a table in a line", "[log]\nlevel = { is = \"info\" }\n", nil, 64, "level"},
	{"a list of tables", "[[log]]\nlevel = \"info\"\n", nil, 64, "log"},
	{"a key in two ways", "log.level = \"info\"\n[log]\nlevel = \"warn\"\n", nil, 64, "line 2"},
	{"no value", "[log]\nlevel =\n", nil, 64, "level must be text in quotes"},
	{"no key", "[log]\n = \"info\"\n", nil, 64, "line 2"},
	{"an open bracket", "[log\nlevel = \"info\"\n", nil, 64, "line 1"},
	{"YAML", "log:\n  level: info\n", nil, 64, "line 1"},
	{"JSON", "{\"log\": {\"level\": \"info\"}}\n", nil, 64, "line 1"},
	{"quotes of a text processor", "[log]\nlevel = “info”\n", nil, 64, "level must be text in quotes"},
	{"lines of an old Mac", "[log]\rlevel = \"info\"\r", nil, 64, "line 1"},
	{"bytes that are not UTF-8", "[backup]\ndir = \"Caf\xe9\"\n", nil, 64, "save the file as UTF-8"},
	{"a NUL byte", "[log]\nlevel = \"in\x00fo\"\n", nil, 64, "line 2"},
	{"UTF-16 without a mark", "[\x00l\x00o\x00g\x00]\x00", nil, 64, "UTF-16"},
	{"a level in capitals", "[log]\nlevel = \"INFO\"\n", nil, 64, "log.level must be one of"},
	{"an hour that never comes", "[backup]\ncron = \"0 25 * * *\"\n", nil, 64, "five fields"},
	{"three fields", "[backup]\ncron = \"0 4 *\"\n", nil, 64, "five fields"},
	{"seconds", "[backup]\ncron = \"0 30 4 * * *\"\n", nil, 64, "five fields"},
	{"a zone of several names", "[defaults]\ntime_zone = \"EST\"\n", nil, 64, "defaults.time_zone: EST"},
	{"the zone of the machine", "[defaults]\ntime_zone = \"Local\"\n", nil, 64, "time_zone is not a time zone"},
	{"a zone as an offset", "[defaults]\ntime_zone = \"UTC+2\"\n", nil, 64, "time_zone is not a time zone"},
	{"a port below zero", "[http]\nlisten = \"-1\"\n", nil, 64, "http.listen must be a port"},
	{"a port too large", "[http]\nlisten = \"99999\"\n", nil, 64, "http.listen must be a port"},
	{"a host without a port", "[http]\nlisten = \"localhost\"\n", nil, 64, "http.listen must be a port"},
	{"an address with a path", "[http]\npublic = \"1\"\npublic_url = \"https://x.example/events\"\n", nil, 64, "scheme and host"},
	{"a proxy that is none", "[http]\nproxy = \"nginx\"\n", nil, 64, "http.proxy must be"},
	{"a network that is none", "[http]\nproxy = \"10.0.0.0/99\"\n", nil, 64, "http.proxy must be"},
	{"a server with a space", "[discord]\nguild = \" 123\"\n", nil, 64, "discord.guild must be the id"},
	{"a file as the folder of the database", "[database]\npath = \"DIR/file/x.db\"\n", nil, 5, "cannot be written to"},
	{"another program's file as the database", "[database]\npath = \"DIR/foreign\"\n", nil, 5, "not a topcut database"},
	{"an empty file as the database", "[database]\npath = \"DIR/file\"\n", nil, 7, "is empty"},
	{"a file as the folder of certificates", "[http]\npublic = \"1\"\npublic_url = \"https://x.example\"\nautocert = \"DIR/file\"\n", nil, 64, "http.autocert: DIR/file is no folder"},
	{"a file as the folder of backups", "[backup]\ndir = \"DIR/file/backups\"\n", nil, 64, "backup.dir: DIR/file is no folder"},
	{"a ruleset that is none", "[rulesets]\ndir = \"DIR/rules\"\n", nil, 64, "ruleset broken: "},
	{"a token for others", "[discord]\ntoken_file = \"DIR/open\"\n", map[string]string{"DISCORD_TOKEN": ""}, 64, "chmod 600"},
	{"a token of two lines", "[discord]\ntoken_file = \"DIR/two\"\n", map[string]string{"DISCORD_TOKEN": ""}, 64, "characters that no token has"},
	{"a token in quotes in the file", "[discord]\ntoken = \"'a.b.c'\"\n", nil, 64, "quotes"},
	{"a wrong variable for a port", "", map[string]string{"TOPCUT_HTTP_LISTEN": "a:b:c"}, 64, "TOPCUT_HTTP_LISTEN"},
	{"a wrong variable for a schedule", "", map[string]string{"TOPCUT_BACKUP_CRON": "daily"}, 64, "TOPCUT_BACKUP_CRON"},
	{"a variable of another case", "", map[string]string{"TOPCUT_Log_Level": "info"}, 64, "TOPCUT_Log_Level: there is no such setting"},
	{"a span that is none", "", map[string]string{"TOPCUT_POLL": "often"}, 64, "TOPCUT_POLL"},
}

// wrongServer creates the files and folders that the wrong configurations name.
func wrongServer(t *testing.T) (h *testServer, fill *strings.Replacer) {
	t.Helper()
	h = newTestServer(t)
	write(t, filepath.Join(h.dir, "file"), "", 0o600)
	write(t, filepath.Join(h.dir, "wide"), "\xff\xfea\x00", 0o600)
	write(t, filepath.Join(h.dir, "open"), "a.b.c", 0o644)
	write(t, filepath.Join(h.dir, "two"), "a.b.c\nd.e.f\n", 0o600)
	write(t, filepath.Join(h.dir, "foreign"), strings.Repeat("no database, ", 100), 0o600)
	if err := os.Mkdir(filepath.Join(h.dir, "rules"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(h.dir, "rules", "broken.toml"), "id = 3\n", 0o600)
	if err := os.Mkdir(filepath.Join(h.dir, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return h, strings.NewReplacer("DIR", filepath.ToSlash(h.dir), "PORT", port)
}

// TestServeAndDoctorRefuseTheSame: both report each wrong configuration with the same
// sentence and an exit code that distinguishes wrong settings from temporary faults.
func TestServeAndDoctorRefuseTheSame(t *testing.T) {
	t.Parallel()
	h, fill := wrongServer(t)
	for _, tc := range wrongConfigs {
		t.Run(tc.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "config.toml")
			write(t, file, fill.Replace(tc.text), 0o600)
			env := map[string]string{"DISCORD_TOKEN": h.BotToken(), "DISCORD_API_BASE": h.URL(), "TOPCUT_HTTP_LISTEN": ""}
			if !strings.Contains(tc.text, "[database]") {
				env["TOPCUT_DATABASE_PATH"] = filepath.Join(t.TempDir(), "topcut.db")
			}
			if !strings.Contains(tc.text, "[backup]") { // where the tests run nothing is written: Go would run again all that read there
				env["TOPCUT_BACKUP_DIR"] = filepath.Join(t.TempDir(), "backups")
			}
			if strings.Contains(tc.text, "api_base") {
				delete(env, "DISCORD_API_BASE")
			}
			if strings.Contains(tc.text, "token = ") {
				delete(env, "DISCORD_TOKEN")
			}
			var environ []string
			for name, value := range tc.env {
				env[name] = value
				environ = append(environ, name+"="+value)
			}
			run := func(command string) (int, string, string) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				var stdout, stderr localtest.Buffer
				p := &program{env: func(k string) string { return env[k] }, environ: environ, stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr, pulse: testPulse}
				code := p.run(ctx, []string{command, "--config", file})
				return code, stdout.String(), stderr.String()
			}
			code, _, said := run("serve")
			lines := strings.Split(strings.TrimSpace(said), "\n")
			sentence, ok := strings.CutPrefix(lines[len(lines)-1], "topcut: ")
			if !ok || code != tc.code || !strings.Contains(sentence, fill.Replace(tc.want)) {
				t.Errorf("serve: exit code %d, %q; want %d and %q", code, said, tc.code, tc.want)
			}
			code, found, said := run("doctor")
			if code != tc.code || !strings.Contains(found+said, sentence) {
				t.Errorf("doctor: exit code %d, want %d with %q\n%s%s", code, tc.code, sentence, found, said)
			}
		})
	}
	h.ClearViolations()
	names := map[string]bool{}
	for _, tc := range wrongConfigs {
		names[tc.name] = true
	}
	if len(names) < 95 {
		t.Errorf("only %d wrong configurations are tried", len(names))
	}
}

// TestAByteOrderMarkIsRead: editors on Windows write it to the configuration and the
// token file.
func TestAByteOrderMarkIsRead(t *testing.T) {
	dir := t.TempDir()
	file, token := filepath.Join(dir, "config.toml"), filepath.Join(dir, "token")
	write(t, token, "\ufeffa.b.c\r\n", 0o600)
	write(t, file, fmt.Sprintf("\ufeff[discord]\r\ntoken_file = '%s'\r\n", token), 0o600)
	c, err := (&program{env: func(string) string { return "" }}).loadConfig(file)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := c.token(); err != nil || got != "a.b.c" {
		t.Errorf("token %q, %v", got, err)
	}
	if _, err := parseSeason([]byte("\ufeffname = \"Winter\"\n")); err != nil && strings.Contains(err.Error(), "TOML") {
		t.Errorf("season: %v", err)
	}
}

// TestASilentPortIsNamed: connecting to a port that does not respond times out.
func TestASilentPortIsNamed(t *testing.T) {
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = askHealth(ctx, config{HTTP: httpConfig{Listen: l.Addr().String()}})
	if err == nil || !strings.Contains(err.Error(), "answers nothing within 5s") {
		t.Errorf("%v", err)
	}
}

// TestTheUnitStaysDownForWrongSettings: systemd does not restart the bot.
func TestTheUnitStaysDownForWrongSettings(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "packaging", "systemd", "topcut.service"))
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(data), "RestartPreventExitStatus=")
	line, _, _ := strings.Cut(after, "\n")
	if !slices.Contains(strings.Fields(line), fmt.Sprint(codeUsage)) {
		t.Errorf("the unit starts again after %d: %q", codeUsage, line)
	}
}
