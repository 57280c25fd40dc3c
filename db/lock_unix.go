//go:build unix

package db

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// fileLock is held from Open to Close. The kernel releases it when the process ends,
// however it ends, so a killed bot leaves no lock behind.
type fileLock struct{ f *os.File }

// lockFile takes the lock of a database: an flock on a file beside it, since SQLite's own
// locks on the database must not be disturbed. The file is never deleted, because another
// process could be about to lock it. A link under its name is refused, so that nothing is
// created at its target.
func lockFile(path string) (*fileLock, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		f.Close()
		return nil, &OpenError{Path: path[:len(path)-len(".lock")], Problem: InUse}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &fileLock{f}, nil
}

// heldLock reports whether a lock is held, and what its holder noted.
func heldLock(path string) (note string, held bool) {
	f, err := os.Open(path)
	if err != nil {
		return "", false
	}
	defer f.Close()
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB); !errors.Is(err, syscall.EWOULDBLOCK) {
		return "", false
	}
	data, err := io.ReadAll(io.LimitReader(f, maxNote))
	return string(data), err == nil
}

// note replaces what heldLock returns.
func (l *fileLock) note(text string) error {
	if err := l.f.Truncate(0); err != nil {
		return err
	}
	_, err := l.f.WriteAt([]byte(text), 0)
	return err
}

func (l *fileLock) release() { l.f.Close() }
