// Command sbom prints what a Go program is made of, read from the program itself:
// a bill of materials in CycloneDX JSON. The same program gives the same bill.
//
//	go run ./cmd/bot/internal/sbom topcut > topcut.sbom.json
package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"runtime/debug"
	"strings"
)

type component struct {
	Type    string `json:"type"`
	Ref     string `json:"bom-ref"`
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	Purl    string `json:"purl,omitempty"`
	Hashes  []hash `json:"hashes,omitempty"`
}

type hash struct {
	Alg     string `json:"alg"`
	Content string `json:"content"`
}

func main() {
	if len(os.Args) != 2 {
		fail(fmt.Errorf("usage: sbom PROGRAM"))
	}
	data, err := os.ReadFile(os.Args[1])
	fail(err)
	info, err := buildinfo.ReadFile(os.Args[1])
	fail(err)
	sum := sha256.Sum256(data)
	program := module("application", &info.Main)
	program.Hashes = []hash{{"SHA-256", hex.EncodeToString(sum[:])}}
	parts := []component{module("library", &debug.Module{Path: "std", Version: strings.TrimPrefix(info.GoVersion, "go")})}
	needs := []string{parts[0].Ref}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		c := module("library", m)
		parts, needs = append(parts, c), append(needs, c.Ref)
	}
	e := json.NewEncoder(os.Stdout)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	id := fmt.Sprintf("%x-%x-4%x-8%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
	fail(e.Encode(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"serialNumber": "urn:uuid:" + uuid(id),
		"metadata":     map[string]any{"component": program},
		"components":   parts,
		"dependencies": []map[string]any{{"ref": program.Ref, "dependsOn": needs}},
	}))
}

// uuid cuts the groups to the lengths of a UUID: the digits for version and variant were
// inserted and made two of them too long.
func uuid(text string) string {
	groups := strings.Split(text, "-")
	for i, size := range []int{8, 4, 4, 4, 12} {
		groups[i] = groups[i][:size]
	}
	return strings.Join(groups, "-")
}

func module(kind string, m *debug.Module) component {
	purl := "pkg:golang/" + m.Path
	if m.Version != "" {
		purl += "@" + url.PathEscape(m.Version)
	}
	return component{Type: kind, Ref: purl, Name: m.Path, Version: m.Version, Purl: purl}
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}
