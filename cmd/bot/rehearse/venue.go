package rehearse

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"topcut/commands/localdiscord"
	"topcut/commands/wire"
	"topcut/tournament/histories"
	"topcut/tournament/numbered"
)

// venue is the local Discord with the server in which the event takes place.
type venue struct {
	srv       *localdiscord.Server
	clock     *localdiscord.LeapClock // platform time
	guild     *localdiscord.Guild
	main      *localdiscord.Channel // the event's channel
	office    *localdiscord.Channel // the TO channel, visible to organisers only
	role      *localdiscord.Role    // the organiser role
	owner     *localdiscord.Person
	organiser *localdiscord.Person
	players   numbered.List[*localdiscord.Person]
	byID      map[string]*localdiscord.Person
}

// serverName is the name of the rehearsal's Discord server.
const serverName = "Rehearsal"

// openVenue starts a local Discord with a server, its channels and people with these
// names.
func openVenue(cfg localdiscord.Config, names []string) (*venue, error) {
	cfg.Logger = slog.New(slog.DiscardHandler)
	clock := localdiscord.NewLeapClock()
	cfg.Clock = clock
	srv, err := localdiscord.New(cfg)
	if err != nil {
		return nil, err
	}
	v := &venue{srv: srv, clock: clock, guild: srv.AddGuild(serverName), byID: map[string]*localdiscord.Person{}}
	v.role = v.guild.AddRole("Organisers", wire.ManageEvents|wire.ManageGuild)
	v.main = v.guild.AddChannel("tournament")
	v.office = v.guild.AddChannel("organisers")
	v.office.Allow(v.guild.Everyone(), 0, wire.ViewChannel)
	v.office.Allow(v.role, wire.ViewChannel, 0)
	v.office.AllowMember(nil, wire.ViewChannel, 0)
	v.owner = v.guild.Owner()
	v.organiser = v.guild.AddPerson("Olga (TO)", v.role)
	for _, name := range names {
		p := v.guild.AddPerson(name)
		v.players = append(v.players, p)
		v.byID[p.ID()] = p
	}
	return v, nil
}

// speak sets the language of everyone's Discord.
func (v *venue) speak(locale string) {
	for _, p := range v.guild.People() {
		p.SetLocale(locale)
	}
}

// simulated returns the names of n simulated people.
func simulated(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = histories.Name(i + 1)
	}
	return names
}

// person returns the person with a user id of package histories or of Discord.
func (v *venue) person(user string) (*localdiscord.Person, error) {
	if user == histories.Organiser || user == v.organiser.ID() {
		return v.organiser, nil
	}
	if p := v.byID[user]; p != nil {
		return p, nil
	}
	var i int
	if _, err := fmt.Sscanf(user, "player-%d", &i); err == nil && numbered.Has(v.players, i) {
		return numbered.Get(v.players, i), nil
	}
	if p, ok := v.srv.Person(user); ok {
		return p, nil // added on the page
	}
	return nil, fmt.Errorf("nobody here is %q", user)
}

// hold starts the local Discord, prints how to reach it and waits.
func hold(ctx context.Context, o *options, env Env) int {
	conformance, err := o.conformance(env.Executable)
	if err != nil {
		fmt.Fprintf(env.Stderr, "topcut: %v\n", err)
		return exitFailed
	}
	v, err := openVenue(localdiscord.Config{
		Seed: o.seed, RateLimits: localdiscord.RateLimits{Scale: windowScale(o.speed)}, Conformance: conformance,
	}, simulated(o.players))
	if err != nil {
		fmt.Fprintf(env.Stderr, "topcut: %v\n", err)
		return exitFailed
	}
	defer v.srv.Close()
	v.srv.Faults().Plan(o.faultPlan())
	addresses := []struct{ name, value string }{
		{"api_base", v.srv.URL()},
		{"token", v.srv.BotToken()},
		{"control", v.srv.URL() + "/control"},
		{"key", v.srv.ControlKey()},
		{"guild", v.guild.ID()},
		{"channel", v.main.ID()},
		{"to_channel", v.office.ID()},
	}
	if o.json {
		line := map[string]string{}
		for _, a := range addresses {
			line[a.name] = a.value
		}
		writeJSON(env.Stdout, line)
	} else {
		fmt.Fprintf(env.Stdout, "A local Discord is running with %d people. Start the bot on it with\n\n", o.players)
		fmt.Fprintf(env.Stdout, "  DISCORD_API_BASE=%s DISCORD_TOKEN=%s topcut serve\n\n", v.srv.URL(), v.srv.BotToken())
		for _, a := range addresses {
			fmt.Fprintf(env.Stdout, "%-10s  %s\n", a.name, a.value)
		}
		fmt.Fprintln(env.Stdout, "\nCtrl+C ends it.")
	}
	<-ctx.Done()
	return exitOK
}

// clock is the event's time: it was opening at the real time began, and runs factor times
// as fast. The value of TOPCUT_CLOCK is made from it.
type clock struct {
	began, opening time.Time
	factor         float64
	ahead          time.Duration // how far the host's clock was put forward
}

// opening returns the starting time of every rehearsed event: a Saturday evening.
func opening() time.Time { return time.Date(2026, time.March, 7, 18, 0, 0, 0, time.UTC) }

// at returns the event's time for a real time.
func (c clock) at(t time.Time) time.Time {
	return c.opening.Add(time.Duration(float64(t.Sub(c.began)) * c.factor))
}

// String returns the value of TOPCUT_CLOCK: real start, start of the event, factor, and
// the seconds by which the host's clock was put forward.
func (c clock) String() string {
	return fmt.Sprintf("%.6f,%d,%g,%g", float64(c.began.UnixMicro())/1e6, c.opening.Unix(), c.factor, c.ahead.Seconds())
}
