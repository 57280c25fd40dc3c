package lzma_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"os"
	"os/exec"
	"testing"

	"pgregory.net/rapid"

	"topcut/commands/pictures/internal/lzma"
)

// packed is "Topcut, Topcut, Topcut!\n" with a mark at its end, as the xz tools
// write it.
const packed = "5d00008000ffffffffffffffff002a1bca0645b36cda44ff6c8368e84143ffff87aa0000"

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	data, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestDecodeOfAKnownFile(t *testing.T) {
	const want = "Topcut, Topcut, Topcut!\n"
	data := unhex(t, packed)
	got, err := lzma.Decode(data, 100)
	if err != nil || string(got) != want {
		t.Errorf("got %q, %v", got, err)
	}
	// The same with its length in the header and without looking for the mark.
	known := bytes.Clone(data)
	copy(known[5:13], []byte{byte(len(want)), 0, 0, 0, 0, 0, 0, 0})
	if got, err := lzma.Decode(known, 100); err != nil || string(got) != want {
		t.Errorf("with the length: got %q, %v", got, err)
	}
	if _, err := lzma.Decode(data, len(want)-1); !errors.Is(err, lzma.ErrCorrupt) {
		t.Errorf("longer than allowed: %v", err)
	}
	for n := range len(data) {
		if got, err := lzma.Decode(data[:n], 100); err == nil && string(got) != want {
			t.Errorf("cut after %d bytes it gives %q", n, got)
		}
	}
}

// TestDecodeUndoesXZ: whatever is packed, with any parameters, comes out again.
func TestDecodeUndoesXZ(t *testing.T) {
	xz, err := exec.LookPath("xz")
	if err != nil {
		t.Skip("xz is not installed, so only the known file is unpacked")
	}
	self, err := os.ReadFile("lzma.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, params := range []string{"preset=9", "preset=0", "lc=0,lp=0,pb=0", "lc=4,lp=0,pb=4", "lc=0,lp=4,pb=2"} {
		for name, want := range map[string][]byte{
			"nothing": {}, "one byte": {7}, "source": self, "long matches": bytes.Repeat(self[:1000], 300),
			"noise": noise(100_000),
		} {
			cmd := exec.CommandContext(t.Context(), xz, "--format=lzma", "--lzma1="+params, "--stdout", "-")
			cmd.Stdin = bytes.NewReader(want)
			data, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			if got, err := lzma.Decode(data, 1<<20); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s, %s: %d bytes instead of %d, %v", params, name, len(got), len(want), err)
			}
		}
	}
}

// noise is bytes without a pattern.
func noise(n int) []byte {
	out := make([]byte, n)
	x := uint32(1)
	for i := range out {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		out[i] = byte(x)
	}
	return out
}

// TestDecodeSurvivesDamage: whatever it is given, it returns.
func TestDecodeSurvivesDamage(t *testing.T) {
	data := unhex(t, packed)
	rapid.Check(t, func(t *rapid.T) {
		damaged := bytes.Clone(data)
		for range rapid.IntRange(1, 4).Draw(t, "changes") {
			damaged[rapid.IntRange(0, len(damaged)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "to")
		}
		damaged = append(damaged, rapid.SliceOf(rapid.Byte()).Draw(t, "more")...)
		if got, err := lzma.Decode(damaged, 10_000); err == nil && len(got) > 10_000 {
			t.Errorf("%d bytes", len(got))
		}
	})
}
