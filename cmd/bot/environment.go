package main

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
)

// configVariable names the configuration file if --config is not given.
const configVariable = "TOPCUT_CONFIG"

// otherVariables are variables with the prefix of the configuration that are not part of
// it. They are for rehearsals, see newClock, secrets and package rehearse.
var otherVariables = append([]string{configVariable, "TOPCUT_CLOCK", "TOPCUT_SEED", "TOPCUT_DISCORD_SCHEMAS", "TOPCUT_SHOTS"}, rehearsedVariables...)

// rehearsedVariables are durations, see rehearsed.
var rehearsedVariables = []string{"TOPCUT_SETTLE", "TOPCUT_POLL", "TOPCUT_BRIEF", "TOPCUT_REST"}

// variable returns the environment variable for a key, such as TOPCUT_HTTP_LISTEN for
// http.listen.
func variable(key string) string {
	return "TOPCUT_" + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// keys yields every key of a configuration with a pointer to its value.
func (c *config) keys() iter.Seq2[string, *string] {
	return func(yield func(string, *string) bool) {
		all := reflect.ValueOf(c).Elem()
		for i := range all.NumField() {
			table, name := all.Field(i), all.Type().Field(i).Tag.Get("toml")
			for j := range table.NumField() {
				key := name + "." + table.Type().Field(j).Tag.Get("toml")
				if !yield(key, table.Field(j).Addr().Interface().(*string)) {
					return
				}
			}
		}
	}
}

// overlay applies the environment to the values from the file. An empty variable counts
// as unset, as in most programs. DISCORD_TOKEN, DISCORD_TOKEN_FILE and DISCORD_API_BASE
// are short names and override the long ones; a token overrides a token file.
func (c *config) overlay(env func(string) string) error {
	set := func(name, key string, value *string) error {
		text := env(name)
		if text == "" {
			return nil
		}
		*value = text
		if err := c.check(); err != nil {
			return fmt.Errorf("%s: %w", name, trimKey(err, key))
		}
		return nil
	}
	for key, value := range c.keys() {
		if key == "discord.token" || key == "discord.token_file" {
			continue // handled together below
		}
		if err := set(variable(key), key, value); err != nil {
			return err
		}
	}
	if err := set("DISCORD_API_BASE", "discord.api_base", &c.Discord.APIBase); err != nil {
		return err
	}
	first := func(names ...string) string {
		for _, name := range names {
			if text := env(name); text != "" {
				return text
			}
		}
		return ""
	}
	switch token, file := first("DISCORD_TOKEN", variable("discord.token")), first("DISCORD_TOKEN_FILE", variable("discord.token_file")); {
	case token != "":
		c.Discord.Token, c.Discord.TokenFile = token, ""
	case file != "":
		c.Discord.Token, c.Discord.TokenFile = "", file
	}
	return nil
}

// trimKey removes the key from the beginning of an error whose text names the variable
// instead.
func trimKey(err error, key string) error {
	if text, ok := strings.CutPrefix(err.Error(), key+": "); ok {
		return fmt.Errorf("%s", text)
	}
	return err
}

// unknownVariables lists unknown variables with our prefix, which are probably misspelt.
func unknownVariables(environ []string) []string {
	known := slices.Clone(otherVariables)
	var c config
	for key := range c.keys() {
		known = append(known, variable(key))
	}
	var strange []string
	for _, kv := range environ {
		name, _, _ := strings.Cut(kv, "=")
		if strings.HasPrefix(name, "TOPCUT_") && !slices.Contains(known, name) {
			strange = append(strange, name)
		}
	}
	slices.Sort(strange)
	return strange
}
