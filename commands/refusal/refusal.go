// Package refusal says what an answer of Discord means that is not what was asked for, and
// what follows from it. Both are tables: meanings gives an answer its Meaning, verdicts
// gives a Meaning its Verdict by what was requested, whether that still goes on, and how
// often and how long the answer has come.
//
// One answer may be a stray one: of a proxy, of a server of Discord that lags behind, of a
// fault that passes. So the first is never final. What is lost for good was refused three
// times in a row, or Discord was asked about it in another way.
package refusal

import (
	"errors"
	"slices"
)

// Sure is how often in a row an answer must come before it is believed.
const Sure = 3

// Meaning is what an answer says about the request. The zero Meaning is that there is no
// error.
type Meaning int

// The meanings, by how much they say. From Limited on Discord was reached, or the request
// was lost on the way there; from NoPlace on the answer is about what was requested.
const (
	Fine       Meaning = iota
	Local              // no answer: a fault of the bot, or it stopped waiting
	Unsendable         // the request breaks a rule of Discord and never left
	Held               // a limit is known to forbid the request for now

	Limited      // a limit was reached
	Unheard      // the request may have taken effect, or does later
	Foreign      // a proxy or firewall on the way answered
	Unauthorized // the token is not recognised
	Stale        // the gateway's session cannot be resumed
	Passing      // a state that ends by itself or by a request of the bot

	NoPlace       // the channel or thread does not exist
	NoMessage     // the message does not exist
	NoServer      // the bot is not in the server
	NotThere      // something does not exist
	NoMember      // the user is not in the server
	NoRole        // the role does not exist
	NoScheduled   // the scheduled event is over or does not exist
	NoInteraction // the interaction is too old, or not known
	Expired       // the time for further answers to the interaction is over
	Answered      // the interaction has its first answer
	HasThread     // the message has a thread
	Forbidden     // the bot lacks a permission, or cannot see the place
	Unfit         // the gateway refuses the bot's configuration
	Crowded       // a connection of the gateway would have too many servers
	Refused       // the request itself, however often it is repeated
)

// Reached reports whether the meaning is of a request that was made, not only prepared.
func (m Meaning) Reached() bool { return m >= Limited }

// Definite reports whether the answer is about what was requested, not about the way to
// Discord or how busy it is. Only such answers are counted.
func (m Meaning) Definite() bool { return m >= NoPlace }

// Gone reports whether a channel, thread or message does not exist.
func (m Meaning) Gone() bool {
	return m == NoPlace || m == NoMessage || m == NoServer || m == NotThere
}

// Closed reports whether a channel, thread or server does not exist for the bot, or refuses
// it.
func (m Meaning) Closed() bool { return m.Gone() && m != NoMessage || m == Forbidden }

// Of returns the meaning of an error: its own or that of the first error in it that has
// one, Fine for nil, and otherwise Local.
func Of(err error) Meaning {
	var known interface{ Meaning() Meaning }
	switch {
	case err == nil:
		return Fine
	case errors.As(err, &known):
		return known.Meaning()
	}
	return Local
}

// Spell is how often and how long an answer has come.
type Spell int

// The spells.
const (
	Once    Spell = iota // less often than Sure in a row
	Often                // at least Sure times in a row
	Long                 // and for an hour
	Alone                // for an hour, while other requests of the kind succeeded again and again
	aSpells              // their number
)

// SpellOf returns the spell of an answer that has come so many times in a row, this one
// included.
func SpellOf(times int, long, alone bool) Spell {
	switch {
	case alone:
		return Alone
	case times < Sure:
		return Once
	case long:
		return Long
	}
	return Often
}

// Case is where an answer came.
type Case struct {
	Kind  Kind  // what was requested
	Over  bool  // the event is over for which it was requested
	Spell Spell // how often and how long it has come
}

// Judge returns what follows from an error; None if there is none.
func Judge(err error, c Case) Verdict {
	means := Of(err)
	if means == Fine {
		return None
	}
	return verdictOf(means, c)
}

// verdictOf returns the verdict of the first row that fits. The last row fits all.
func verdictOf(means Meaning, c Case) Verdict {
	i := slices.IndexFunc(verdicts, func(v verdict) bool { return v.fits(means, c) })
	return verdicts[i].then[c.Spell]
}
