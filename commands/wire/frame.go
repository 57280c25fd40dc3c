package wire

import "encoding/json"

// Frame is the envelope of every payload of the gateway, in either direction.
type Frame struct {
	Op   *int64          `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int64          `json:"s"`
	Type *string         `json:"t"`
}
