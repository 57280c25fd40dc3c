package main

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// configKeys returns the keys of the configuration by reflection.
func configKeys() []string {
	var keys []string
	for table := range reflect.TypeFor[config]().Fields() {
		for key := range table.Type.Fields() {
			keys = append(keys, table.Tag.Get("toml")+"."+key.Tag.Get("toml"))
		}
	}
	slices.Sort(keys)
	return keys
}

func TestConfigHasTheDocumentedKeys(t *testing.T) {
	want := []string{
		"backup.cron", "backup.dir", "database.path", "defaults.time_zone", "discord.api_base", "discord.guild",
		"discord.register", "discord.token", "discord.token_file", "http.autocert", "http.listen", "http.proxy", "http.public", "http.public_url", "log.format", "log.level", "rulesets.dir",
	}
	if diff := cmp.Diff(want, configKeys()); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
}

// The example contains exactly the existing keys, and the defaults it states are right.
func TestConfigExample(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "config.example.toml"))
	if err != nil {
		t.Fatal(err)
	}
	var plain config
	if err := decodeConfig(data, &plain); err != nil {
		t.Fatalf("as it is: %v", err)
	}
	if plain != (config{}) {
		t.Errorf("the example sets something: %+v", plain)
	}
	uncommented := regexp.MustCompile(`(?m)^# ([a-z_]+ = )`).ReplaceAllString(string(data), "$1")
	var filled config
	if err := decodeConfig([]byte(uncommented), &filled); err != nil {
		t.Fatalf("with its keys uncommented: %v", err)
	}
	if diff := cmp.Diff(defaults(), filled); diff != "" {
		t.Errorf("defaults (-program +example):\n%s", diff)
	}
	var named []string
	table := ""
	for line := range strings.Lines(uncommented) {
		if m := regexp.MustCompile(`^\[([a-z]+)\]`).FindStringSubmatch(line); m != nil {
			table = m[1]
		}
		if m := regexp.MustCompile(`^([a-z_]+) = `).FindStringSubmatch(line); m != nil {
			named = append(named, table+"."+m[1])
		}
	}
	slices.Sort(named)
	if diff := cmp.Diff(configKeys(), named); diff != "" {
		t.Errorf("keys (-program +example):\n%s", diff)
	}
}

func TestEnvironmentBeatsTheFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "config.toml")
	write(t, file, "[discord]\ntoken = \"from-file\"\napi_base = \"http://127.0.0.1:1\"\n", 0o600)
	secret := filepath.Join(dir, "token")
	write(t, secret, " from-token-file\n", 0o600)
	for _, tc := range []struct {
		name  string
		env   map[string]string
		token string
		base  string
	}{
		{"the file alone", nil, "from-file", "http://127.0.0.1:1"},
		{"DISCORD_TOKEN", map[string]string{"DISCORD_TOKEN": "from-env"}, "from-env", "http://127.0.0.1:1"},
		{"DISCORD_TOKEN_FILE", map[string]string{"DISCORD_TOKEN_FILE": secret}, "from-token-file", "http://127.0.0.1:1"},
		{"both: the token itself", map[string]string{"DISCORD_TOKEN": "from-env", "DISCORD_TOKEN_FILE": secret}, "from-env", "http://127.0.0.1:1"},
		{"DISCORD_API_BASE", map[string]string{"DISCORD_API_BASE": "http://localhost:9"}, "from-file", "http://localhost:9"},
		{"the long names", map[string]string{"TOPCUT_DISCORD_TOKEN": "long", "TOPCUT_DISCORD_API_BASE": "http://localhost:8"}, "long", "http://localhost:8"},
		{"TOPCUT_DISCORD_TOKEN_FILE", map[string]string{"TOPCUT_DISCORD_TOKEN_FILE": secret}, "from-token-file", "http://127.0.0.1:1"},
		{"the short names beat the long ones", map[string]string{
			"TOPCUT_DISCORD_TOKEN": "long", "DISCORD_TOKEN": "short", "TOPCUT_DISCORD_API_BASE": "http://localhost:8", "DISCORD_API_BASE": "http://localhost:9",
		}, "short", "http://localhost:9"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := &program{env: func(k string) string { return tc.env[k] }}
			c, err := p.loadConfig(file)
			if err != nil {
				t.Fatal(err)
			}
			token, err := c.token()
			if err != nil || token != tc.token {
				t.Errorf("token %q, %v; want %q", token, err, tc.token)
			}
			if c.Discord.APIBase != tc.base {
				t.Errorf("API base %q, want %q", c.Discord.APIBase, tc.base)
			}
		})
	}
}

// Every key can be set in the environment, which overrides the file; errors name the
// variable.
func TestEveryKeyHasAVariable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.toml")
	write(t, file, "[http]\nlisten = \"1\"\n[log]\nlevel = \"warn\"\n", 0o600)
	values := map[string]string{
		"backup.cron": "1 2 * * *", "defaults.time_zone": "Asia/Tokyo", "discord.api_base": "http://127.0.0.1:7", "discord.guild": "123",
		"discord.register": "manual", "http.listen": "8099", "http.proxy": "127.0.0.1", "http.public": "8098", "http.public_url": "https://x.example", "log.format": "json", "log.level": "debug", "discord.token_file": "",
	}
	env := map[string]string{"TOPCUT_CONFIG": file}
	want := defaults()
	for key, value := range want.keys() {
		text, named := values[key]
		if !named {
			text = "some " + key
		}
		env[variable(key)], *value = text, text
	}
	got, err := (&program{env: func(k string) string { return env[k] }}).loadConfig("")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("configuration (-want +got):\n%s", diff)
	}
	for name, text := range map[string]string{"TOPCUT_HTTP_LISTEN": "a:b:c", "TOPCUT_LOG_LEVEL": "loud", "TOPCUT_DISCORD_API_BASE": "x", "DISCORD_API_BASE": "x"} {
		bad := map[string]string{name: text}
		_, err := (&program{env: func(k string) string { return bad[k] }}).loadConfig(file)
		if err == nil || !strings.HasPrefix(err.Error(), name+": ") || strings.Contains(err.Error(), text+"\"") {
			t.Errorf("%s=%s: %v", name, text, err)
		}
	}
	if got := unknownVariables([]string{"TOPCUT_HTTP_LISTEN=1", "TOPCUT_DATABSE_PATH=x", "TOPCUT_SEED=", "HOME=/"}); !cmp.Equal(got, []string{"TOPCUT_DATABSE_PATH"}) {
		t.Errorf("variables that mean nothing: %v", got)
	}
}

// A log that is not on a terminal is JSON, unless the configuration says otherwise.
func TestLogFormatFollowsWhoReadsIt(t *testing.T) {
	for format, begins := range map[string]string{"auto": "{", "json": "{", "text": "time="} {
		var out bytes.Buffer
		p := &program{stderr: &out}
		p.logger(config{Log: logConfig{Level: "info", Format: format}}).Info("ready")
		if !strings.HasPrefix(out.String(), begins) {
			t.Errorf("%s, not on a terminal: %s", format, &out)
		}
	}
}

func TestDurationsInTheLogHaveAUnit(t *testing.T) {
	for _, format := range []string{"json", "text"} {
		var out bytes.Buffer
		p := &program{stderr: &out}
		p.logger(config{Log: logConfig{Level: "info", Format: format}}).Info("ready", "took", 1200*time.Millisecond, slog.Group("x", "late", time.Minute))
		if text := out.String(); !strings.Contains(text, "1.2s") || !strings.Contains(text, "1m0s") {
			t.Errorf("%s: %s", format, text)
		}
	}
}

func TestOnLoopback(t *testing.T) {
	for base, want := range map[string]bool{
		"http://127.0.0.1:8080": true, "http://localhost": true, "http://[::1]:1": true, "https://127.8.8.8": true,
		"": false, "https://discord.com": false, "http://localhost.evil.example": false, "http://127.0.0.1.evil.example": false, "http://10.0.0.1": false,
	} {
		c := config{Discord: discordConfig{APIBase: base}}
		if got := c.onLoopback(); got != want {
			t.Errorf("%q: %v, want %v", base, got, want)
		}
	}
}

func TestListenAddressIsLoopbackByDefault(t *testing.T) {
	for text, want := range map[string]string{
		"8080": "127.0.0.1:8080", ":8080": "127.0.0.1:8080", "0.0.0.0:80": "0.0.0.0:80", "[::1]:80": "[::1]:80", "localhost:1": "localhost:1",
		"host:": "", "a:b:c": "",
	} {
		got, err := listenAddress("http.listen", text)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v; want %q", text, got, err, want)
		}
	}
}

// Whatever a configuration contains, an error is one line and shows no value.
func FuzzDecodeConfig(f *testing.F) {
	f.Add("[discord]\ntoken = \"a\"\n")
	f.Add("[discord]\ntoken = 5\nx = [1, {a = 2}]\n")
	f.Add("discord = 1")
	f.Add("[[log]]\nlevel = 'x'")
	f.Fuzz(func(t *testing.T, text string) {
		c := defaults()
		err := decodeConfig([]byte(text), &c)
		if err == nil {
			err = c.check()
		}
		if err != nil && strings.Contains(oneLine(err.Error()), "\n") {
			t.Errorf("more than one line: %q", err)
		}
	})
}

func write(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// TestCheckWarnsOfATokenThatOthersCanRead: the warnings are about the file and about
// unencrypted connections.
func TestCheckWarnsOfATokenThatOthersCanRead(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		text string
		mode os.FileMode
		env  map[string]string
		want string
	}{
		"closed":        {"[discord]\ntoken = \"abc\"\n", 0o600, nil, ""},
		"open":          {"[discord]\ntoken = \"abc\"\n", 0o644, nil, "chmod 600"},
		"without token": {"[log]\nlevel = \"info\"\n", 0o644, nil, ""},
		"elsewhere":     {"[discord]\napi_base = \"http://proxy.example\"\n", 0o644, nil, "not encrypted"},
		"by variable":   {"", 0o644, map[string]string{"DISCORD_API_BASE": "http://10.0.0.1:8080"}, "not encrypted"},
		"here":          {"[discord]\napi_base = \"http://127.0.0.1:8080\"\n", 0o644, nil, ""},
		"encrypted":     {"[discord]\napi_base = \"https://proxy.example\"\n", 0o644, nil, ""},
	} {
		file := filepath.Join(t.TempDir(), "config.toml")
		write(t, file, "[database]\npath = \"nowhere.db\"\n"+tt.text, tt.mode)
		done := runProgram(t.Context(), tt.env, "", "check", "--config", file)
		if done.code != codeOK || (done.stderr == "") != (tt.want == "") || !strings.Contains(done.stderr, tt.want) {
			t.Errorf("%s: exit code %d, %q, want %q", name, done.code, done.stderr, tt.want)
		}
	}
}
