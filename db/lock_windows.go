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
// process can open it.
func lockFile(path string) (*fileLock, error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil,
		syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, errSharing) {
		return nil, &OpenError{Path: path[:len(path)-len(".lock")], Problem: InUse}
	}
	if err != nil {
		return nil, err
	}
	return &fileLock{h}, nil
}

func (l *fileLock) release() { syscall.CloseHandle(l.h) }
