//go:build unix

package rehearse

import (
	"os"
	"runtime"
	"syscall"
	"time"
)

// peakOf returns the peak memory of an ended process in bytes. On Linux the system's
// figure includes what the parent had used when it forked; there, use highWater while the
// process is still running.
func peakOf(p *os.ProcessState) int64 {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok || runtime.GOOS == "linux" {
		return 0
	}
	return maxRSS(usage)
}

// ownPeak returns the peak memory of this process in bytes.
func ownPeak() int64 {
	if n := highWater(os.Getpid()); n > 0 {
		return n
	}
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return maxRSS(&usage)
}

// maxRSS returns ru_maxrss in bytes: macOS counts bytes, the others KiB.
func maxRSS(u *syscall.Rusage) int64 {
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}

// processor returns the processor time of this process and its waited-for children.
func processor() time.Duration {
	var sum time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var usage syscall.Rusage
		if syscall.Getrusage(who, &usage) == nil {
			sum += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		}
	}
	return sum
}
