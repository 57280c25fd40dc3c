package league

import (
	"context"
	"time"

	"topcut/tournament"
	"topcut/tournament/season"
)

// signupBefore is how long before the end of a season its members are asked who plays the
// next one.
const signupBefore = 14 * 24 * time.Hour

// askForNext opens the sign-up for the next season of a league with divisions, once: with
// the last digest in good time before the end of a division, else when a division is over.
func (o *Service) askForNext(ctx context.Context, division *tournament.State) error {
	if division.Series.League == 0 || division.Entry.Division == 0 {
		return nil
	}
	return o.do(ctx, division.Series.League, "signup", season.OpenSignup{Once: true})
}
