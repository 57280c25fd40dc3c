package sim

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// ErrPanic is that a worker of a simulation panicked.
var ErrPanic = errors.New("panic")

// contained turns a panic of a worker into an error of the simulation. In its goroutine
// it would end the process.
func contained(work func() error) func() error {
	return func() (err error) {
		defer func() {
			if v := recover(); v != nil {
				err = fmt.Errorf("%w: %v\n%s", ErrPanic, v, debug.Stack())
			}
		}()
		return work()
	}
}
