package rules

import "sync"

// recent caches rulesets by their source, since making one takes longer than reading a
// tournament that is played by it. They are shared and must not be changed.
type recent[K comparable] struct {
	mu   sync.Mutex
	of   map[K]*Ruleset
	most int // after which all begin anew
}

// get returns the ruleset of a key, making it if necessary. An error is not cached.
func (c *recent[K]) get(key K, made func() (*Ruleset, error)) (*Ruleset, error) {
	c.mu.Lock()
	r := c.of[key]
	c.mu.Unlock()
	if r != nil {
		return r, nil
	}
	r, err := made()
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of == nil || len(c.of) >= c.most {
		c.of = map[K]*Ruleset{}
	}
	c.of[key] = r
	return r, nil
}
