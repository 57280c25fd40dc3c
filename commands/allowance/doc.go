// Package allowance limits what one member can cost the others: how many of their
// interactions are in progress, the rate of what is stored, posted or sent to Discord, and
// the turns of those who wait for something costly. Normal use stays far below the limits.
package allowance
