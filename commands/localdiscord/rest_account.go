package localdiscord

import (
	"time"

	"topcut/commands/wire"
)

func accountRoutes() []*route {
	return []*route{
		{method: "GET", pattern: "/gateway", open: true, rule: ruleOther(), handle: getGateway},
		{method: "GET", pattern: "/gateway/bot", rule: ruleOther(), handle: getGatewayBot},
		{method: "GET", pattern: "/users/@me", rule: ruleOther(), handle: getMe},
		{method: "GET", pattern: "/users/@me/guilds", rule: ruleOther(), handle: getMyGuilds},
		{method: "POST", pattern: "/users/@me/channels", rule: ruleOther(), handle: openDM},
		{method: "GET", pattern: "/applications/@me", rule: ruleOther(), handle: getApplication},
		{method: "GET", pattern: "/oauth2/applications/@me", rule: ruleOther(), handle: getApplication},
	}
}

func getGateway(s *Server, _ *request) response { return ok(map[string]any{"url": s.GatewayURL()}) }

func getGatewayBot(s *Server, _ *request) response {
	used := 0
	for _, at := range s.gateway.identifies {
		if s.now().Sub(at) < 24*time.Hour {
			used++
		}
	}
	return ok(map[string]any{
		"url": s.GatewayURL(), "shards": s.shards(),
		"session_start_limit": map[string]any{
			"total": identifiesPerDay, "remaining": max(identifiesPerDay-used, 0), "reset_after": 86_400_000, "max_concurrency": s.cfg.MaxConcurrency,
		},
	})
}

func getMe(s *Server, _ *request) response {
	return ok(struct {
		User
		MFAEnabled bool    `json:"mfa_enabled"`
		Locale     string  `json:"locale"`
		Verified   bool    `json:"verified"`
		Email      *string `json:"email"`
	}{s.bot, true, "en-US", true, nil})
}

func getMyGuilds(s *Server, _ *request) response {
	out := []map[string]any{}
	for _, id := range s.guildOrder {
		g := s.guilds[id]
		out = append(out, map[string]any{
			"id": id, "name": g.name, "icon": nil, "banner": nil, "owner": false, "features": []string{},
			"permissions": g.permissions(s.bot.ID),
		})
	}
	return ok(out)
}

func openDM(s *Server, r *request) response {
	var body struct {
		RecipientID wire.Text `json:"recipient_id"`
	}
	if bad := r.decode(&body); bad != nil {
		return *bad
	}
	u := s.users[string(body.RecipientID)]
	switch {
	case u == nil:
		return fail(404, wire.CodeUnknownUser, "Unknown User")
	case u.Bot:
		return fail(400, wire.CodeCannotDM, "Cannot send messages to this user")
	}
	return ok(s.channelWire(s.directMessage(u)))
}

func getApplication(s *Server, _ *request) response {
	var owner User
	for _, id := range s.guildOrder {
		owner = s.users[s.guilds[id].ownerID].User
		break
	}
	if owner.ID == "" {
		owner = s.bot
	}
	return ok(map[string]any{
		"id": s.bot.ID, "name": s.bot.Username, "icon": nil, "description": "", "type": nil, "bot": s.bot,
		"verify_key": "0000000000000000000000000000000000000000000000000000000000000000", "flags": 0, "flags_new": "0",
		"redirect_uris": []string{}, "interactions_endpoint_url": nil, "role_connections_verification_url": nil,
		"owner": owner, "approximate_guild_count": len(s.guilds), "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": nil,
		"eligible_oauth2_scopes": []string{"bot", "applications.commands"}, "bot_public": true, "bot_require_code_grant": false,
		"tags": []string{},
	})
}
