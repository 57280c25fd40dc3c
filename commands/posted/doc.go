// Package posted says what of an event is posted: which matches have threads, how many posts
// pairings, seats and standings take and which of them has what, which questions a call
// asks, and when organisers are called. Posts are planned by it and views drawn by it.
package posted
