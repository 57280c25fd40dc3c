//go:build !unix

package growth

import "time"

// processor returns 0: there is no processor time to be had.
func processor() time.Duration { return 0 }
