package localtest

import (
	"testing"
	"time"
)

// Patience returns how long a test waits for what it asserts: most, but less if the time
// limit of the test run would come first and hide what the test waited for.
func Patience(t testing.TB, most time.Duration) time.Duration {
	t.Helper()
	test, limited := t.(*testing.T)
	if !limited {
		return most
	}
	limit, ok := test.Deadline()
	if !ok {
		return most
	}
	return min(most, max(time.Second, time.Until(limit)*3/4))
}
