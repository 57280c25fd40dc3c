package rehearse

import (
	"testing"

	"topcut/cmd/bot/rehearse/browsertest"
)

// TestALeagueIsTurnedOnByDays: a league on the page, at the width of a desktop and of a
// phone. The test controls the organiser and a player; the others arrange and play when
// the clock is moved, and wait for the player's responses.
func TestALeagueIsTurnedOnByDays(t *testing.T) {
	atLength(t)
	t.Parallel()
	onScreens(t, func(t *testing.T, b *browsertest.Browser) {
		b.Open(serving(t, "--league"))
		b.ActAs("a", "Olga (TO)")
		b.ActAs("b", "Alice")
		b.Sees("b", "division 1")
		note(b, "/week 1, 8 matches to play/")
		b.Shot("league")
		b.Accessible("a league")

		b.JS("document.querySelector('.open-controls').click()")
		set(b, "play", "others")
		b.Shot("league controls")
		b.Accessible("the controls of a league")
		days(b, "1 day")
		b.JS("document.querySelector('.controls header button').click()")
		note(b, "/week 1/")
		b.GoTo("b", "Alice") // the thread of her match
		b.Sees("b", "When can you play?")
		b.Shot("a proposal")
		b.GoTo("b", "tournament")
		b.JS("document.querySelector('.open-controls').click()")
		days(b, "Next week")
		days(b, "Next week")
		b.JS("document.querySelector('.controls header button').click()")
		note(b, "/week 3/")
		b.Command("b", "league info")
		b.Press("b", "Odds")
		b.Sees("b", "chances")
		b.Shot("odds of a division")
		b.Clean()
	})
}

// days moves the clock and waits until that is done.
func days(b *browsertest.Browser, label string) {
	b.JS("document.querySelector('.controls > .notice').textContent = ''; [...document.querySelectorAll('.controls button[data-control=days]')].find((x) => x.innerText.endsWith('" + label + "')).click()")
	b.Until("document.querySelector('.controls > .notice').innerText === 'Done.'")
}
