package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

func completionCommand() subcommand {
	return subcommand{
		name: "completion", args: "bash|zsh|fish", about: "print a script that completes commands and flags in a shell",
		text: "bash  source <(topcut completion bash), in ~/.bashrc\nzsh   topcut completion zsh > a folder of $fpath, as _topcut\nfish  topcut completion fish > ~/.config/fish/completions/topcut.fish",
		setup: func(*flag.FlagSet) action {
			return func(_ context.Context, p *program, args []string) error {
				shells := map[string]func([]subcommand) string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}
				if len(args) != 1 || shells[args[0]] == nil {
					return usagef("say one of bash, zsh and fish")
				}
				_, err := io.WriteString(p.stdout, shells[args[0]](commandList()))
				return err
			}
		},
	}
}

// words returns the fixed arguments of a command, such as print, diff, sync and clear;
// none if it takes a file or a name.
func (c subcommand) words() []string {
	if c.args == strings.ToLower(c.args) && strings.Contains(c.args, "|") {
		return strings.Split(c.args, "|")
	}
	return nil
}

// takesFile reports whether a flag's value is a file or folder.
func (f flagHelp) takesFile() bool { return slices.Contains([]string{"FILE", "FOLDER", "DIR"}, f.kind) }

func bashCompletion(list []subcommand) string {
	var names []string
	var b strings.Builder
	for _, c := range list {
		names = append(names, c.name)
	}
	fmt.Fprintf(&b, `# Completes topcut in bash: source <(topcut completion bash)
_topcut() {
	local cur=${COMP_WORDS[COMP_CWORD]} flags= words= values=
	if [ "$COMP_CWORD" -le 1 ]; then
		COMPREPLY=($(compgen -W "%s help" -- "$cur"))
		return
	fi
	case ${COMP_WORDS[1]} in
	help) words="%[1]s" ;;
`, strings.Join(names, " "))
	for _, c := range list {
		var flags, values []string
		for _, f := range c.flags() {
			flags = append(flags, "--"+f.name)
			if f.kind != "" && !f.takesFile() {
				values = append(values, "--"+f.name)
			}
		}
		fmt.Fprintf(&b, "\t%s) flags=%q words=%q values=%q ;;\n", c.name, strings.Join(flags, " "), strings.Join(c.words(), " "), strings.Join(values, " "))
	}
	b.WriteString(`	esac
	case " $values " in
	*" ${COMP_WORDS[COMP_CWORD - 1]} "*) return ;; # a value of its own
	esac
	case $cur in
	-*) COMPREPLY=($(compgen -W "$flags" -- "$cur")) ;;
	*)
		if [ -n "$words" ]; then
			COMPREPLY=($(compgen -W "$words" -- "$cur"))
		else
			compopt -o filenames 2>/dev/null
			COMPREPLY=($(compgen -f -- "$cur"))
		fi
		;;
	esac
}
complete -F _topcut topcut
`)
	return b.String()
}

func zshCompletion(list []subcommand) string {
	quote := strings.NewReplacer(`'`, `'\''`, `[`, `\[`, `]`, `\]`, `:`, `\:`, "`", "")
	var b strings.Builder
	b.WriteString("#compdef topcut\n\nlocal -a commands\ncommands=(\n")
	for _, c := range list {
		fmt.Fprintf(&b, "\t'%s:%s'\n", c.name, quote.Replace(c.about))
	}
	b.WriteString("\t'help:this list, or the flags of a command'\n)\nif (( CURRENT == 2 )); then\n\t_describe command commands\n\treturn\nfi\nlocal name=$words[2]\nshift words\n(( CURRENT-- ))\ncase $name in\nhelp) _describe command commands ;;\n")
	for _, c := range list {
		fmt.Fprintf(&b, "%s)\n\t_arguments", c.name)
		for _, f := range c.flags() {
			value := ""
			switch {
			case f.takesFile():
				value = ":" + strings.ToLower(f.kind) + ":_files"
			case f.kind != "":
				value = ":" + quote.Replace(f.kind) + ":"
			}
			fmt.Fprintf(&b, " \\\n\t\t'--%s[%s]%s'", f.name, quote.Replace(f.text), value)
		}
		rest := "*:file:_files"
		if words := c.words(); len(words) > 0 {
			rest = "1: :(" + strings.Join(words, " ") + ")"
		}
		fmt.Fprintf(&b, " \\\n\t\t'%s'\n\t;;\n", rest)
	}
	b.WriteString("esac\n")
	return b.String()
}

func fishCompletion(list []subcommand) string {
	quote := strings.NewReplacer(`\`, `\\`, `'`, `\'`)
	var b strings.Builder
	b.WriteString("# Completes topcut in fish.\n")
	for _, c := range list {
		fmt.Fprintf(&b, "complete -c topcut -n __fish_use_subcommand -f -a %s -d '%s'\n", c.name, quote.Replace(c.about))
	}
	b.WriteString("complete -c topcut -n __fish_use_subcommand -f -a help -d 'the flags of a command'\n")
	for _, c := range list {
		within := "'__fish_seen_subcommand_from " + c.name + "'"
		for _, f := range c.flags() {
			takes := ""
			switch {
			case f.takesFile():
				takes = " -r -F"
			case f.kind != "":
				takes = " -x"
			}
			fmt.Fprintf(&b, "complete -c topcut -n %s -l %s%s -d '%s'\n", within, f.name, takes, quote.Replace(f.text))
		}
		for _, w := range c.words() {
			fmt.Fprintf(&b, "complete -c topcut -n %s -f -a %s\n", within, w)
		}
	}
	return b.String()
}
