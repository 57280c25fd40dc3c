//go:build !linux

package main

import "testing"

func smallDisk(t *testing.T) string {
	t.Skip("a disk of its own is mounted on Linux only")
	return ""
}
