package pairing

import (
	"fmt"
	"os"
	"testing"
)

func TestDevAlloc(t *testing.T) {
	if os.Getenv("DEVALLOC") == "" {
		t.Skip()
	}
	for _, name := range []string{"64-4", "1024-6", "4096-7"} {
		in := load(name)[0]
		r := testing.Benchmark(func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Swiss(in)
			}
		})
		fmt.Println(name, r, r.MemString())
	}
}
