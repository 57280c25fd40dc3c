//go:build !linux

package main

import "testing"

func smallDisk(t *testing.T) string {
	t.Skip("a disk of its own is mounted on Linux only")
	return ""
}

func readOnly(*testing.T, string) {}

func failingDisk(t *testing.T) (string, func() error, func() error) {
	return smallDisk(t), nil, nil
}

func writable(int, bool) error { return nil }
