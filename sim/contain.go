package sim

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// ErrPanic is that a worker of a simulation panicked.
var ErrPanic = errors.New("panic")

// contained makes a panic of a worker an error of the simulation: on a goroutine
// of its own it would end the process.
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
