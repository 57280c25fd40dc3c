package db

import (
	"errors"
	"syscall"
)

// fileLock is held from Open to Close. Windows closes the handle when the process ends,
// however it ends, so a killed bot leaves no lock behind.
type fileLock struct{ h syscall.Handle }

// errSharing is ERROR_SHARING_VIOLATION.
const errSharing = syscall.Errno(32)

// lockFile takes the lock of a database: a file beside it, opened so that no other
// process can open it for writing.
func lockFile(path string) (*fileLock, error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, syscall.FILE_SHARE_READ, nil,
		syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, errSharing) {
		return nil, &OpenError{Path: path[:len(path)-len(".lock")], Problem: InUse}
	}
	if err != nil {
		return nil, err
	}
	return &fileLock{h}, nil
}

// heldLock reports whether a lock is held, and what its holder noted.
func heldLock(path string) (note string, held bool) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return "", false
	}
	open := func(share uint32) (syscall.Handle, error) {
		return syscall.CreateFile(name, syscall.GENERIC_READ, share, nil, syscall.OPEN_EXISTING, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	}
	h, err := open(syscall.FILE_SHARE_READ) // refused while another process may write
	if err == nil {
		syscall.CloseHandle(h)
		return "", false
	}
	if !errors.Is(err, errSharing) {
		return "", false
	}
	if h, err = open(syscall.FILE_SHARE_READ | syscall.FILE_SHARE_WRITE); err != nil {
		return "", false
	}
	defer syscall.CloseHandle(h)
	data := make([]byte, maxNote)
	n, err := syscall.Read(h, data)
	return string(data[:max(n, 0)]), err == nil
}

// note replaces what heldLock returns.
func (l *fileLock) note(text string) error {
	if _, err := syscall.Seek(l.h, 0, 0); err != nil {
		return err
	}
	if _, err := syscall.Write(l.h, []byte(text)); err != nil {
		return err
	}
	return syscall.SetEndOfFile(l.h)
}

func (l *fileLock) release() { syscall.CloseHandle(l.h) }
