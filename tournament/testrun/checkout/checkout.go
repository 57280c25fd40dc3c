// Package checkout finds the files of the repository for tests, by the names of what its root
// has. Go takes the result of a test from its cache until something changes that the test
// has opened, and every `git status` changes a folder that the root lists.
package checkout

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// folders and files are what git keeps in the root; .ci/words reports others.
var (
	folders = []string{".ci", ".github", "cmd", "commands", "db", "docs", "packaging", "sim", "tournament"}
	files   = []string{
		".dockerignore", ".editorconfig", ".gitignore", ".golangci.yml", ".goreleaser.yaml", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile",
		"README.md", "SECURITY.md", "UPGRADING.md", "config.example.toml", "go.mod", "go.sum",
	}
)

// installed is the folder in which npm puts what it installs; it is not of the repository.
const installed = "node_modules"

// Walk calls f with the path of each file of the repository with this root: those of the
// root itself, and those of these folders or, if none is named, of all.
func Walk(root string, f func(path string) error, in ...string) error {
	if len(in) == 0 {
		in = folders
	}
	for _, name := range files {
		if err := f(filepath.Join(root, name)); err != nil {
			return err
		}
	}
	for _, name := range in {
		err := filepath.WalkDir(filepath.Join(root, name), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && d.Name() == installed:
				return filepath.SkipDir
			case !d.Type().IsRegular():
				return nil
			}
			return f(path)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Code calls f with the path of each Go file of the repository with this root, tests
// included, except in folders of test data.
func Code(root string, f func(path string) error) error {
	for _, name := range folders {
		err := filepath.WalkDir(filepath.Join(root, name), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "testdata" || d.Name() == installed):
				return filepath.SkipDir
			case d.IsDir() || !strings.HasSuffix(path, ".go"):
				return nil
			}
			return f(path)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Outside returns the names of those files, given by their paths from the root with
// slashes, that Walk does not find.
func Outside(paths []string) (out []string) {
	for _, path := range paths {
		known := files
		name, _, below := strings.Cut(path, "/")
		if below {
			known = folders
		}
		if !slices.Contains(known, name) {
			out = append(out, path)
		}
	}
	return out
}
