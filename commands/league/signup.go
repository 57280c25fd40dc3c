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

// askForNext opens the sign-up for the next season of the league of an event, once: with
// the last digest in good time before the end of the first such event, else when it is
// over.
func (o *Service) askForNext(ctx context.Context, event *tournament.State) error {
	if event.Series.League == 0 {
		return nil
	}
	return o.do(ctx, event.Series.League, "signup", season.OpenSignup{Once: true})
}
