package division

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Mark returns a mark that is unique to a plan.
func (p *Plan) Mark() string {
	sum := sha256.Sum256(fmt.Append(nil, p.Divisions))
	return hex.EncodeToString(sum[:8])
}
