package localtest

import (
	"bufio"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// Node is a program of Node.js that runs beside a test. It writes lines, and ends when its
// input does.
type Node struct {
	Ready string // what stands in its first line after the expected word

	t    testing.TB
	cmd  *exec.Cmd
	in   io.Closer
	said *bufio.Scanner
}

// StartNode starts a script in a folder and waits for its first line, which must begin with ready.
// What the script writes to its standard error goes into the test's log.
func StartNode(t testing.TB, ready, folder, script string, args ...string) *Node {
	t.Helper()
	n := &Node{t: t, cmd: exec.CommandContext(t.Context(), "node", append([]string{script}, args...)...)}
	n.cmd.Dir, n.cmd.Stderr = folder, nodeLog{t}
	in, err := n.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := n.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := n.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	n.in, n.said = in, bufio.NewScanner(out)
	t.Cleanup(func() { // after a test that failed before End; the program may write to its log
		_, _ = in.Close(), n.cmd.Wait()
	})
	n.said.Buffer(nil, 1<<20)
	n.said.Scan()
	var begun bool
	if n.Ready, begun = strings.CutPrefix(n.said.Text(), ready); !begun {
		t.Fatalf("%s begins with %q, not %q", script, n.said.Text(), ready)
	}
	return n
}

// End ends the input of the program and returns its last line, or nil if it writes none. The
// test fails if the program does.
func (n *Node) End() (line []byte) {
	n.t.Helper()
	if err := n.in.Close(); err != nil {
		n.t.Error(err)
	}
	for n.said.Scan() {
		line = append(line[:0], n.said.Bytes()...)
	}
	if err := n.cmd.Wait(); err != nil {
		n.t.Error(err)
	}
	return line
}

type nodeLog struct{ t testing.TB }

func (l nodeLog) Write(b []byte) (int, error) {
	l.t.Log(string(b))
	return len(b), nil
}
