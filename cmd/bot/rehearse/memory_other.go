//go:build !unix

package rehearse

import (
	"os"
	"runtime"
	"time"
)

// peakOf returns 0, since this system does not report it.
func peakOf(*os.ProcessState) int64 { return 0 }

// ownPeak returns the memory that the Go runtime has obtained from the system, in bytes.
func ownPeak() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}

// processor returns the processor time of this process and its waited-for children; 0,
// since it is not known here.
func processor() time.Duration { return 0 }
