// Package wire is the shape of Discord's API: its numbers, its limits and the
// JSON of what a bot sends and receives, each declared once. Package check has
// the rules of what may be sent.
//
// Three packages share it. The port (commands/discord) writes and reads with
// it, the local Discord (commands/localdiscord) does the same from the other
// end, and check judges every payload by its limits, in production before it
// leaves and in the local Discord when it arrives. That the shape is right is
// judged by Discord's own descriptions (commands/localdiscord/schema), at both
// ends.
//
// wire and check import nothing else of Topcut, and the local Discord imports
// only these two, so the three can be taken out together. They do not use the
// types of discordgo: docs/design.md has the reasons.
//
// Limits are counted in Unicode code points unless a name or comment says
// otherwise.
package wire
