package post

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"sync"
	"time"

	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/sorted"
)

// traffic tracks what is in progress and what waits: the channels being written to, the
// rows that wait for another attempt, the channels in which the bot may not post. It is
// kept in memory and uses the monotonic clock: a restart retries everything at once, and
// setting the host's clock delays nothing.
type traffic struct {
	mu    sync.Mutex
	busy  map[string]string    // places being written to, and their servers
	waits map[int64]*wait      // by row
	turns map[string]int64     // by place: the row whose edit is next
	bars  map[string]*bar      // by place
	rests map[int64]*rest      // by row
	opens map[string]time.Time // threads that cannot be opened until then, by the message
	most  time.Duration        // the longest rest
	taken time.Time            // when Discord took a post last
	began time.Time            // when this process began
}

// wait is a row that waits for another attempt.
type wait struct {
	guild    string
	place    string
	until    time.Time
	attempts int       // failed attempts since it was last posted or edited
	refusals int       // how many of the last attempts in a row were answered that the place is gone or forbidden
	first    time.Time // when Discord failed the first time
	last     time.Time // when it failed last
	alone    int       // failures after faultLong before which Discord took another post
	others   bool      // since it failed last, its place has taken another post
	barred   bool      // its place refused it last
	// unclear is when an attempt with an unknown outcome failed; zero if there is none.
	unclear time.Time
}

// bar is a place in which the bot may not post.
type bar struct {
	guild, channel string
	since, next    time.Time
	refusals       int
	row            int64 // the first that was refused
	several        bool  // others were refused too
	told           bool
	missing        wire.Permissions
	unseen         bool
	events         map[tournament.ID]bool // with posts that wait for the place
}

func newTraffic(most time.Duration) *traffic {
	return &traffic{busy: map[string]string{}, waits: map[int64]*wait{}, turns: map[string]int64{}, bars: map[string]*bar{}, rests: map[int64]*rest{}, opens: map[string]time.Time{}, most: most, began: time.Now()}
}

// placeOf returns the channel or thread that a row is posted to. A thread to be opened on a
// message will have its id.
func placeOf(row *tournament.OutboxRow) string { return cmp.Or(row.Place, row.Channel, row.Opens) }

// survey returns what to skip now: places that are being written to (what is read about
// them will be out of date when the writer is done) or in which the bot may not post;
// rows of a server that has its share of writers; rows that wait or rest.
func (t *traffic) survey(now time.Time) journal.Skip {
	t.mu.Lock()
	busy, lanes := maps.Clone(t.busy), map[string]int{}
	t.mu.Unlock()
	for _, guild := range busy {
		lanes[guild]++
	}
	chosen := map[string]bool{}
	return journal.Skip{
		Place: func(place string) bool {
			_, taken := busy[place]
			return taken || t.barred(place, now)
		},
		Row: func(row *tournament.OutboxRow) bool {
			if t.waiting(row, now) || t.resting(row, now) {
				return true
			}
			place := placeOf(row)
			if !chosen[place] {
				if lanes[row.Guild] >= lanesOfServer {
					return true
				}
				chosen[place] = true
				lanes[row.Guild]++
			}
			return false
		},
	}
}

func (t *traffic) waiting(row *tournament.OutboxRow, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := t.waits[row.ID]
	return w != nil && w.until.After(now)
}

// next returns the time until the next wait ends, at most most.
func (t *traffic) next(now time.Time, most time.Duration) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	soon := func(at time.Time) {
		if d := at.Sub(now); d > 0 {
			most = min(most, d)
		}
	}
	for _, w := range t.waits {
		soon(w.until)
	}
	for _, b := range t.bars {
		soon(b.next)
	}
	for _, r := range t.rests {
		if r.held {
			soon(r.until)
		}
	}
	return most
}

// take begins the writing to a place. It returns false if the place is being written to.
func (t *traffic) take(place, guild string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, taken := t.busy[place]; taken {
		return false
	}
	t.busy[place] = guild
	return true
}

// release ends the writing to a place. turn is the row whose edit is next there, or 0 if
// all edits were made.
func (t *traffic) release(place string, turn int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.busy, place)
	delete(t.turns, place)
	if turn != 0 {
		t.turns[place] = turn
	}
}

// inTurn reorders the edits among the rows of a place, which come last, so that the row
// whose turn it is comes first.
func (t *traffic) inTurn(place string, rows []tournament.OutboxRow) {
	t.mu.Lock()
	turn := t.turns[place]
	t.mu.Unlock()
	edits := rows[len(rows):]
	for i := range slices.Backward(rows) {
		if rows[i].Message != "" {
			edits = rows[i:]
		}
	}
	sorted.Stable(edits, func(a, b tournament.OutboxRow) int {
		return cmp.Compare(fromTurn(a.ID, turn), fromTurn(b.ID, turn))
	})
}

// fromTurn numbers rows starting at the one whose turn it is.
func fromTurn(row, turn int64) uint64 { return uint64(row - turn) }

// writing reports whether a place is being written to.
func (t *traffic) writing(place string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, yes := t.busy[place]
	return yes
}

func (t *traffic) idle() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.busy) == 0
}

// empty reports whether nothing is being written and nothing waits for another attempt.
func (t *traffic) empty(now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, w := range t.waits {
		if w.until.After(now) {
			return false
		}
	}
	return len(t.busy) == 0
}

// tried returns how many attempts of a row failed, and how many of the latest were
// refused.
func (t *traffic) tried(row *tournament.OutboxRow) (attempts, refusals int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if w := t.waits[row.ID]; w != nil {
		return w.attempts, w.refusals
	}
	return 0, 0
}

// refused counts an answer that the row's place is gone or forbidden, and returns how
// many there were in a row. If yes is false, the count starts again at 0.
func (t *traffic) refused(row *tournament.OutboxRow, yes bool) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := t.of(row)
	if w.refusals++; !yes {
		w.refusals = 0
	}
	return w.refusals
}

// took records that Discord took a post in a place.
func (t *traffic) took(place string, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.taken = now
	for _, w := range t.waits {
		w.others = w.others || w.place == place
	}
}

// lasts counts a failure of a row, and reports whether it has failed for faultLong, and
// how often it has failed since then after another post was taken: by its place if that
// has refused it, otherwise anywhere in Discord.
func (t *traffic) lasts(row *tournament.OutboxRow, now time.Time, barred bool) (lasts bool, alone int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := t.of(row)
	if w.first.IsZero() {
		w.first = now
	}
	if lasts = now.Sub(w.first) >= faultLong; lasts && (barred && w.others || !barred && !t.taken.Before(w.last)) {
		w.alone++
	}
	w.last, w.others, w.barred = now, false, barred
	return lasts, w.alone
}

// lasting reports whether a row has failed for faultLong.
func (t *traffic) lasting(row *tournament.OutboxRow, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := t.of(row)
	return !w.first.IsZero() && now.Sub(w.first) >= faultLong
}

// of returns the wait of a row.
func (t *traffic) of(row *tournament.OutboxRow) *wait {
	w := t.waits[row.ID]
	if w == nil {
		w = &wait{guild: row.Guild, place: placeOf(row), unclear: t.lastSent(row)}
		t.waits[row.ID] = w
	}
	return w
}

// unclear returns when an attempt of the row with an unknown outcome was made at the
// latest, or zero.
func (t *traffic) unclear(row *tournament.OutboxRow) time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	if w := t.waits[row.ID]; w != nil {
		return w.unclear
	}
	return t.lastSent(row)
}

// lastSent returns when an earlier process made the unclear attempt of a row at the latest,
// or when this process did. An attempt waits for rate limits and is repeated, so one that an
// earlier process began may have been under way until that process ended.
func (t *traffic) lastSent(row *tournament.OutboxRow) time.Time {
	removed := row.Message == "" && row.Shown > 0
	if !t.inherited(row) || removed {
		return row.Began
	}
	if end := row.Began.Add(sendLimit); end.Before(t.began) {
		return end
	}
	return t.began
}

// inherited reports whether an earlier process has begun to send a row.
func (t *traffic) inherited(row *tournament.OutboxRow) bool {
	return !row.Began.IsZero() && row.Began.Before(t.began)
}

// delay makes a row wait after a failed attempt.
func (t *traffic) delay(row *tournament.OutboxRow, now time.Time, d time.Duration, unclear time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := t.of(row)
	w.until, w.attempts, w.unclear = now.Add(d), w.attempts+1, unclear
}

// forget ends the wait of a row that was posted, edited, removed or given up. If it was the
// last that its place has refused, the place is barred no more; forget returns the events
// whose panel says that it is.
func (t *traffic) forget(row *tournament.OutboxRow) []tournament.ID {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := t.waits[row.ID]
	delete(t.waits, row.ID)
	if w == nil || !w.barred {
		return nil
	}
	for _, other := range t.waits {
		if other.place == w.place && other.barred {
			return nil
		}
	}
	return t.lift(w.place)
}

// bar records a refusal by a place. tell says whether to tell the organisers, once, if it
// lasts; news says whether another event has posts waiting there. delay is how long the
// place waits.
func (t *traffic) bar(row *tournament.OutboxRow, place string, now time.Time) (tell, news bool, delay time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	b := t.bars[place]
	if b == nil {
		b = &bar{guild: row.Guild, channel: row.Channel, row: row.ID, since: now, events: map[tournament.ID]bool{}}
		t.bars[place] = b
	}
	b.refusals++
	b.several = b.several || row.ID != b.row
	most := barred
	if now.Sub(b.since) > time.Hour {
		most = barredLong
	}
	delay = min(time.Second<<min(b.refusals-1, 9), most)
	b.next = now.Add(delay)
	tell = b.refusals > 1 && !b.told
	b.told = b.told || tell
	if row.Log.Kind == tournament.Log.Name {
		news = !b.events[row.Log.ID]
		b.events[row.Log.ID] = true
	}
	return tell, news && b.told, delay
}

// explain records what the bot lacks in a place, and returns the events with posts
// waiting there.
func (t *traffic) explain(place string, missing wire.Permissions, unseen bool) iter.Seq[tournament.ID] {
	t.mu.Lock()
	defer t.mu.Unlock()
	b := t.bars[place]
	if b == nil {
		return maps.Keys(map[tournament.ID]bool(nil))
	}
	b.missing, b.unseen = missing, unseen
	return maps.Keys(maps.Clone(b.events))
}

// open records that a place accepts posts, and returns the events whose panel says
// otherwise. What it has refused is tried again, unless it took another post meanwhile.
func (t *traffic) open(place string) []tournament.ID {
	t.mu.Lock()
	defer t.mu.Unlock()
	if b := t.bars[place]; b != nil && b.told {
		for _, w := range t.waits {
			if w.place == place && w.barred {
				w.until = time.Time{}
			}
		}
	}
	return t.lift(place)
}

// lift removes the bar of a place and returns the events whose panel has it.
func (t *traffic) lift(place string) (events []tournament.ID) {
	if b := t.bars[place]; b != nil && b.told {
		events = slices.Collect(maps.Keys(b.events))
	}
	delete(t.bars, place)
	return events
}

// barsOf returns the bars for which posts of an event wait.
func (t *traffic) barsOf(id tournament.ID) (out []wording.Bar) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, place := range slices.Sorted(maps.Keys(t.bars)) {
		if b := t.bars[place]; b.told && b.events[id] {
			out = append(out, b.forView(place))
		}
	}
	return out
}

func (b *bar) forView(place string) wording.Bar {
	return wording.Bar{Channel: place, Since: b.since, Missing: b.missing, Unseen: b.unseen}
}

// barredFor returns how long a place has refused posts.
func (t *traffic) barredFor(place string, now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if b := t.bars[place]; b != nil {
		return now.Sub(b.since)
	}
	return 0
}

// barred reports whether a place is not to be tried now. One refused row may be refused
// for a reason of its own, so others are tried unless the bot lacks a permission there.
func (t *traffic) barred(place string, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	b := t.bars[place]
	return b != nil && b.next.After(now) && (b.several || b.missing != 0 || b.unseen)
}

// retry ends all waits, or those of a server.
func (t *traffic) retry(guild string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, w := range t.waits {
		if guild == "" || w.guild == guild {
			w.until = time.Time{}
		}
	}
	for _, b := range t.bars {
		if guild == "" || b.guild == guild {
			b.next = time.Time{}
		}
	}
}

// Bars returns the channels of a server in which the bot may not post. An empty guild
// means all servers.
func (s *Sender) Bars(guild string) []wording.Bar {
	s.traffic.mu.Lock()
	defer s.traffic.mu.Unlock()
	var out []wording.Bar
	for _, place := range slices.Sorted(maps.Keys(s.traffic.bars)) {
		b := s.traffic.bars[place]
		if b.told && (guild == "" || b.guild == guild) {
			out = append(out, b.forView(place))
		}
	}
	return out
}

// failing reports whether the last attempt of a row failed.
func (t *traffic) failing(row int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.waits[row] != nil
}

// patienceForThread is how long a question waits for its thread.
const patienceForThread = 2 * time.Second

// cannotOpen records that the thread for a post cannot be opened until the next attempt.
func (t *traffic) cannotOpen(row *tournament.OutboxRow) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if w := t.waits[row.ID]; w != nil && row.Opens != "" {
		t.opens[row.Opens] = w.until
	}
}

// canOpen records that the thread for a post was opened or is not wanted.
func (t *traffic) canOpen(row *tournament.OutboxRow) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.opens, row.Opens)
}

// holdsThread reports whether the thread on a message cannot be opened for longer than a
// question waits for it.
func (t *traffic) holdsThread(message string, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.opens[message].Sub(now) > patienceForThread
}

// holdsThreads is holdsThread for any message.
func (t *traffic) holdsThreads(now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, until := range t.opens {
		if until.Sub(now) > patienceForThread {
			return true
		}
	}
	return false
}
