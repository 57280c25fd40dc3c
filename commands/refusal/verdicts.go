package refusal

import "slices"

// Kind is what was requested.
type Kind int

// The kinds of requests.
const (
	Message       Kind = iota // a post in a channel
	ThreadMessage             // a post in the thread of a match
	Edit                      // a change of a post in a channel
	ThreadEdit                // a change of a post in the thread of a match
	Left                      // a change of a post in a channel that its event has left
	Removal                   // the deletion of a post
	ThreadRemoval             // the deletion of a post in the thread of a match, or closing it after that
	Thread                    // the thread of a match is opened or closed, for a post
	Files                     // the files of a post
	Look                      // what there is, to make sure of another answer
	Member                    // whether a user is in a server
	Role                      // a role of a member
	Listing                   // a scheduled event is created
	Listed                    // a scheduled event is changed, ended or cancelled
	Reply                     // the answer to an interaction
	Account                   // the bot itself, at the REST API
	Session                   // a session of the gateway
	aKinds                    // their number
)

// Verdict is what follows from an answer.
type Verdict int

// The verdicts.
const (
	None    Verdict = iota // there is no error
	Wait                   // try again, later each time
	AsTold                 // try again when the limit allows it
	Settle                 // wait until the request can no longer take effect, look, and try again
	Ask                    // ask Discord in another way, and go by what it says
	Bar                    // the place is closed to the bot: all that goes there waits, and organisers are told
	Instead                // do it in another way
	Done                   // it is so already
	Absent                 // what the request is about does not exist, so nothing is to do
	Without                // go on without this part; organisers can have it tried again
	Leave                  // the person sees that nothing came and asks again
	Drop                   // give it up; nothing is lost by that
	GiveUp                 // give it up and tell the organisers
)

var (
	posts = []Kind{Message, ThreadMessage, Edit, ThreadEdit, Left, Removal}
	gone  = []Meaning{NoPlace, NoMessage, NoServer, NotThere}
	shut  = []Meaning{NoPlace, NoServer, NotThere, Forbidden}
	away  = []Meaning{NoMember, NoRole, NoScheduled, NoInteraction, Expired, Answered, HasThread}
)

// verdict is a row of verdicts: of these kinds (nil is all) and meanings (nil is all), and
// with over only if the event is over, this follows, in the order of the spells.
type verdict struct {
	kinds []Kind
	means []Meaning
	over  bool
	then  [aSpells]Verdict
}

func (v *verdict) fits(means Meaning, c Case) bool {
	return (v.kinds == nil || slices.Contains(v.kinds, c.Kind)) &&
		(v.means == nil || slices.Contains(v.means, means)) && (!v.over || c.Over)
}

// verdicts gives each meaning its verdict: the first row that fits. The columns are the
// spells: Once, Often, Long, Alone.
var verdicts = []verdict{
	// What is no answer of the outside.
	{nil, []Meaning{Unsendable}, false, [...]Verdict{GiveUp, GiveUp, GiveUp, GiveUp}}, // it is the same the next time; the log says which rule it breaks
	{nil, []Meaning{Local}, false, [...]Verdict{Wait, Wait, Wait, Wait}},              // a fault of the bot is repaired, and says nothing about the request
	{nil, []Meaning{Held}, false, [...]Verdict{AsTold, AsTold, AsTold, AsTold}},       // it is known when the limit ends

	// Messages.
	{[]Kind{Left}, gone, false, [...]Verdict{Wait, Ask, Drop, Drop}},                                         // it says that the event has moved, and the event does not need it
	{[]Kind{Left}, []Meaning{Forbidden}, false, [...]Verdict{Wait, Ask, Drop, Drop}},                         // as if it were gone: the event no longer uses the channel
	{[]Kind{Message}, gone, true, [...]Verdict{Bar, Bar, GiveUp, GiveUp}},                                    // an event that is over is not moved to another channel
	{[]Kind{Message}, gone, false, [...]Verdict{Bar, Bar, Bar, GiveUp}},                                      // a new message lacks nothing but its channel, and organisers can move the event
	{[]Kind{ThreadMessage, Edit, ThreadEdit}, gone, false, [...]Verdict{Wait, Ask, Ask, GiveUp}},             // a message that is listed is there whatever the answer says
	{[]Kind{Removal}, gone, false, [...]Verdict{Ask, Ask, Ask, Ask}},                                         // an earlier attempt may have removed it; then it is not listed
	{[]Kind{ThreadRemoval}, gone, false, [...]Verdict{Wait, Ask, Ask, Ask}},                                  // the thread may be gone with its messages
	{[]Kind{ThreadRemoval}, []Meaning{Forbidden}, false, [...]Verdict{Wait, Bar, Bar, GiveUp}},               // a thread that was just locked says nothing about its channel
	{[]Kind{Thread}, []Meaning{HasThread}, false, [...]Verdict{Done, Done, Done, Done}},                      // an earlier attempt has opened it
	{[]Kind{Thread}, append(gone, Forbidden, Refused), false, [...]Verdict{Wait, Without, Without, Without}}, // the card of a match has all the buttons
	{[]Kind{Thread}, away, false, [...]Verdict{Wait, Without, Without, Without}},                             // the card of a match has all the buttons
	{[]Kind{Files}, []Meaning{Forbidden}, false, [...]Verdict{Ask, Instead, Instead, Instead}},               // the bot may not attach files there; the text alone may be taken
	{[]Kind{Look}, gone, false, [...]Verdict{Absent, Absent, Absent, Absent}},                                // this is the second question
	{[]Kind{Member}, []Meaning{NoMember}, false, [...]Verdict{Absent, Absent, Absent, Absent}},               // this is the second question, and digests ask again
	{posts, []Meaning{Forbidden}, false, [...]Verdict{Bar, Bar, Bar, GiveUp}},                                // it lasts until people there change something
	{posts, []Meaning{Refused}, false, [...]Verdict{Wait, GiveUp, GiveUp, GiveUp}},                           // what waits behind it in its channel is not to wait for ever
	{[]Kind{ThreadRemoval}, []Meaning{Refused}, false, [...]Verdict{Wait, GiveUp, GiveUp, GiveUp}},           // what waits behind it in its channel is not to wait for ever
	{posts, away, false, [...]Verdict{Wait, GiveUp, GiveUp, GiveUp}},                                         // it is about something else than what was requested, but comes again and again

	// Members, roles and scheduled events.
	{[]Kind{Role}, []Meaning{NoMember}, false, [...]Verdict{Ask, Ask, Ask, Ask}},                                             // who has left gets no role again, so it must be true
	{[]Kind{Role}, []Meaning{NoRole}, false, [...]Verdict{Wait, Absent, Absent, Absent}},                                     // no other question tells of a role
	{[]Kind{Listed}, []Meaning{NoScheduled}, false, [...]Verdict{Ask, Ask, Ask, Ask}},                                        // people end and delete scheduled events themselves; then it is not listed
	{[]Kind{Role, Listing, Listed}, shut, false, [...]Verdict{Bar, Bar, Bar, Bar}},                                           // it lasts until people there change something
	{[]Kind{Role}, nil, false, [...]Verdict{Wait, Wait, Wait, Wait}},                                                         // an assignment can be repeated without harm
	{[]Kind{Listing, Listed}, append(away, NoMessage, Unfit, Refused), false, [...]Verdict{Wait, Without, Without, Without}}, // for example the hundred and first; the event itself does not need it

	// Answers to people.
	{[]Kind{Reply}, []Meaning{NoMessage, NotThere}, false, [...]Verdict{Instead, Instead, Instead, Instead}}, // the user dismissed the message: it is said in a new one
	{[]Kind{Reply}, []Meaning{Answered, NoInteraction}, false, [...]Verdict{Done, Done, Done, Done}},         // another delivery of the press was answered
	{[]Kind{Reply}, []Meaning{Limited}, false, [...]Verdict{AsTold, AsTold, AsTold, AsTold}},                 // the port waits as long as the interaction lives
	{[]Kind{Reply}, nil, false, [...]Verdict{Leave, Leave, Leave, Leave}},                                    // what was done is stored; an interaction cannot be answered later

	// The bot's account.
	{[]Kind{Account}, []Meaning{Unauthorized}, false, [...]Verdict{Ask, GiveUp, GiveUp, GiveUp}},         // a fault of Discord answers so as well; then it knows the bot a moment later
	{[]Kind{Session}, []Meaning{Unauthorized, Unfit}, false, [...]Verdict{Wait, GiveUp, GiveUp, GiveUp}}, // a reconnect with the same configuration ends the same way
	{[]Kind{Session}, []Meaning{Crowded}, false, [...]Verdict{Instead, Instead, Instead, Instead}},       // Discord says anew how many sessions it wants

	// What says nothing about the request.
	{nil, []Meaning{Limited}, false, [...]Verdict{AsTold, AsTold, AsTold, GiveUp}}, // it says how long to wait
	{nil, []Meaning{Unheard}, false, [...]Verdict{Settle, Settle, Settle, GiveUp}}, // sent again at once, it could be there twice
	{nil, nil, false, [...]Verdict{Wait, Wait, Wait, GiveUp}},                      // it passes, or concerns this request alone: then others do not wait for it
}
