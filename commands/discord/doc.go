// Package discord is the port between Topcut and Discord: the only package
// that imports discordgo. It speaks in the shape of package commands/wire.
//
// What is on the other side of it sees small values: an Interaction comes in
// through a Handler together with a Responder that answers it, lifecycle notes
// come in as Events, and a Message, Modal or Command goes out.
//
// The port keeps these promises.
//
//   - Bodies. What Discord would refuse by the rules of package
//     commands/wire/check is not sent; the error is an *InvalidError.
//   - Gateway. Client.Run is back within a minute of the gateway being
//     reachable again, whatever went wrong: cut connections, missing heartbeat
//     acknowledgements, reconnect and invalid session orders at any moment, an
//     opening that hangs. Missed events are asked for again (RESUME) before a
//     new session is begun. Only what cannot get better by itself ends Run:
//     ErrTokenRefused and *FatalCloseError. A panic in a handler is contained.
//   - Mentions. Every message carries allowed_mentions with an empty parse
//     list; Message.Mentions is the only source of a ping.
//   - Posts. A message with a Nonce is posted once, even if the connection is
//     cut while Discord answers. Without a Nonce an unclear outcome is
//     reported, never retried.
//   - Rate limits. Requests follow the headers per bucket and stay under the
//     global limit; answers to interactions never queue behind posts. What
//     would have to wait past the deadline of its context fails at once with
//     an *APIError or *RateLimitError that says how long.
//   - Secrets. Neither the bot's token nor an interaction's token is ever part
//     of an error or a log line.
//
// Ids are Discord's snowflakes as decimal strings. Lengths are counted in
// Unicode code points.
package discord
