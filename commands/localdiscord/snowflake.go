package localdiscord

import (
	"cmp"
	"strconv"
	"time"

	"topcut/commands/wire"
)

// snowflakes creates Discord ids: milliseconds since 2015 in the upper 42 bits, a counter
// below. Ids always rise, even if the clock stops or steps back.
type snowflakes struct {
	clock Clock
	last  uint64
	// fixed, if above zero, counts the interactions, whose ids then depend on their number
	// alone.
	fixed uint64
}

// interaction returns the id of an interaction. Bots mix these ids into their
// randomness; with stable ids the same actions in the same order get the same.
func (g *snowflakes) interaction() string {
	if g.fixed == 0 {
		return g.next()
	}
	g.fixed++
	return strconv.FormatUint(stableStart<<22+g.fixed<<22|1, 10)
}

// stableStart puts stable ids into March 2026, in milliseconds since 2015.
const stableStart = 352_000_000_000

func (g *snowflakes) next() string {
	ms := max(g.clock.Now().UnixMilli()-wire.Epoch, 0)
	id := uint64(ms) << 22
	if id <= g.last {
		id = g.last + 1
	}
	g.last = id
	return strconv.FormatUint(id, 10)
}

// guild returns the id of a guild, a millisecond older than that of the one before, so that
// guilds are divided among shards as evenly as those that were created over years.
func (g *snowflakes) guild(before []string) string {
	if len(before) == 0 {
		return g.next()
	}
	first, _ := strconv.ParseUint(before[0], 10, 64) // made above
	return strconv.FormatUint((first>>22-uint64(len(before)))<<22|1<<21, 10)
}

// SnowflakeTime returns the time at which an id was created, or the zero time if id is
// not a number.
func SnowflakeTime(id string) time.Time { return wire.SnowflakeTime(id) }

// compareIDs orders ids by age, which is also their numeric order.
func compareIDs(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

// isID reports whether s looks like a snowflake.
func isID(s string) bool {
	if len(s) == 0 || len(s) > 20 {
		return false
	}
	for _, r := range s {
		if r < '0' || r > '9' {
			return false
		}
	}
	return true
}
