package memdir

import "syscall"

// free returns the free bytes of a file system, or 0 if they cannot be determined.
func free(path string) uint64 {
	var s syscall.Statfs_t
	if syscall.Statfs(path, &s) != nil {
		return 0
	}
	return s.Bavail * uint64(s.Bsize)
}
