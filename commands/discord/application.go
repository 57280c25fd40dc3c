package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"topcut/commands/refusal"
	"topcut/commands/wire"
)

// Application is the bot's application.
type Application struct {
	ID     string
	Name   string
	Public bool // anyone may invite the bot
}

// Me returns the bot's user.
func (c *Client) Me(ctx context.Context) (User, error) {
	var raw wire.User
	if _, err := c.rest.do(ctx, call("GET", "/users/@me").decode(&raw)); err != nil {
		return User{}, unknownToken(err)
	}
	return seen(raw, nil), nil
}

// unknownToken turns an error into ErrTokenRefused if Discord does not recognise the bot.
func unknownToken(err error) error {
	if refusal.Of(err) == refusal.Unauthorized {
		return fmt.Errorf("%w (%w)", ErrTokenRefused, err)
	}
	return err
}

// Application returns the bot's application.
func (c *Client) Application(ctx context.Context) (Application, error) {
	var raw struct {
		ID        string `json:"id"`
		Name      string `json:"name"`
		BotPublic bool   `json:"bot_public"`
	}
	if _, err := c.rest.do(ctx, call("GET", "/oauth2/applications/@me").decode(&raw)); err != nil {
		return Application{}, err
	}
	return Application{ID: raw.ID, Name: raw.Name, Public: raw.BotPublic}, nil
}

// whoami returns the bot's ids, which it requests once.
func (c *Client) whoami(ctx context.Context) (identity, error) {
	if self := c.self.Load(); self != nil {
		return *self, nil
	}
	me, err := c.Me(ctx)
	if err != nil {
		return identity{}, err
	}
	app, err := c.Application(ctx)
	if err != nil {
		return identity{}, err
	}
	self := identity{botID: me.ID, appID: app.ID}
	c.self.Store(&self)
	return self, nil
}

// BulkOverwrite replaces the registered commands by the given ones, in one server or
// (with an empty guildID) globally, and returns them with their ids. Unchanged commands
// keep their ids and cost nothing.
func (c *Client) BulkOverwrite(ctx context.Context, guildID string, commands []Command) ([]Command, error) {
	body, err := registered(commands)
	if err != nil {
		return nil, err
	}
	r, err := c.commands(ctx, http.MethodPut, guildID)
	if err != nil {
		return nil, err
	}
	var kept []Command
	_, err = c.rest.do(ctx, r.with(body).decode(&kept))
	return kept, err
}

// Commands returns the commands registered in a server or, with an empty guildID,
// globally.
func (c *Client) Commands(ctx context.Context, guildID string) ([]Command, error) {
	r, err := c.commands(ctx, http.MethodGet, guildID)
	if err != nil {
		return nil, err
	}
	r.path += "?with_localizations=true"
	var registered []Command
	_, err = c.rest.do(ctx, r.decode(&registered))
	return registered, err
}

func (c *Client) commands(ctx context.Context, method, guildID string) (*request, error) {
	self, err := c.whoami(ctx)
	if err != nil {
		return nil, err
	}
	if guildID == "" {
		return call(method, "/applications/{application}/commands", self.appID), nil
	}
	return call(method, "/applications/{application}/guilds/{guild}/commands", self.appID, guildID), nil
}

// maxAttachment is the largest file FetchAttachment reads, in bytes.
const maxAttachment = 1 << 20

// errAttachmentTooLarge means that a file is larger than maxAttachment.
var errAttachmentTooLarge = errors.New("the file is larger than 1 MiB")

// FetchAttachment downloads a file sent by a user. It connects only to Discord's file
// hosts and the host of the API base, follows no redirects, and sends no token.
func (c *Client) FetchAttachment(ctx context.Context, a Attachment) ([]byte, error) {
	if a.Size > maxAttachment {
		return nil, errAttachmentTooLarge
	}
	u, err := url.Parse(a.URL)
	if err != nil || !c.mayFetch(u) {
		return nil, errors.New("the file does not lie on Discord's servers")
	}
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, fmt.Errorf("cannot fetch the file: %w", withoutURL(err))
	}
	client := &http.Client{Transport: c.postsRT, CheckRedirect: noRedirect}
	resp, err := client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("cannot fetch the file: %w", withoutURL(err))
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, &APIError{Status: resp.StatusCode, Message: http.StatusText(resp.StatusCode), Route: "GET attachment"}
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxAttachment+1))
	if err != nil {
		return nil, fmt.Errorf("cannot fetch the file: %w", withoutURL(err))
	}
	if len(data) > maxAttachment {
		return nil, errAttachmentTooLarge
	}
	return data, nil
}

// mayFetch reports whether a file may be fetched from the address.
func (c *Client) mayFetch(u *url.URL) bool {
	if u.User != nil {
		return false
	}
	if u.Scheme == c.base.Scheme && strings.EqualFold(u.Host, c.base.Host) {
		return true
	}
	hosts := []string{"cdn.discordapp.com", "media.discordapp.net"}
	return u.Scheme == "https" && slices.Contains(hosts, strings.ToLower(u.Host))
}
