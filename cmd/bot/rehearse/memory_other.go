//go:build !unix

package rehearse

import (
	"os"
	"runtime"
)

// peakOf returns 0: this system does not tell.
func peakOf(*os.ProcessState) int64 { return 0 }

// ownPeak returns what the Go runtime has taken from the system, in bytes.
func ownPeak() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}
