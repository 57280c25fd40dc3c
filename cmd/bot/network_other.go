//go:build !linux

package main

// networkOf returns the kind of network disk that a folder is on; "" because that cannot be
// told here.
func networkOf(string) string { return "" }
