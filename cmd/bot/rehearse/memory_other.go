//go:build !unix

package rehearse

import (
	"os"
	"runtime"
	"time"
)

// peakOf returns 0: this system does not tell.
func peakOf(*os.ProcessState) int64 { return 0 }

// ownPeak returns what the Go runtime has taken from the system, in bytes.
func ownPeak() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}

// processor returns how much processor time this process and those that it has waited
// for have used; it is not known here.
func processor() time.Duration { return 0 }
