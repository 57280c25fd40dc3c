package sim

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// ErrPanic is the error of a simulation in which a worker panicked.
var ErrPanic = errors.New("panic")

// contained turns a panic of a worker into an error of the simulation. In the worker's
// goroutine it would end the process.
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
