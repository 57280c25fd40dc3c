package sim

import (
	"fmt"
	"runtime/debug"
)

// contained makes a panic of a worker an error of the simulation: on a goroutine
// of its own it would end the process.
func contained(work func() error) func() error {
	return func() (err error) {
		defer func() {
			if v := recover(); v != nil {
				err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
			}
		}()
		return work()
	}
}
