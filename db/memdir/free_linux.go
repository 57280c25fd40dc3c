package memdir

import "syscall"

// free returns how many bytes a file system has left; 0 if it cannot be asked.
func free(path string) uint64 {
	var s syscall.Statfs_t
	if syscall.Statfs(path, &s) != nil {
		return 0
	}
	return s.Bavail * uint64(s.Bsize)
}
