package localdiscord

import (
	"os"
	"path/filepath"

	"topcut/commands/localdiscord/schema"
)

// Conformance compares all traffic with Discord's own descriptions. A check without a
// description is skipped. Several servers may share one Conformance, which saves reading
// the descriptions again.
type Conformance struct {
	OpenAPI *schema.OpenAPI // of the REST API
	Gateway *schema.Gateway // of gateway payloads
	// Live checks everything as it happens, on a goroutine of its own. Without
	// it [Server.Conform] checks what was recorded.
	Live bool
}

// The files of Discord's own descriptions, as they are named in a folder.
const (
	openAPIFile = "openapi.json"
	gatewayFile = "gateway.schema.json"
)

// Descriptions reads the descriptions in a folder for a live check of everything:
// openapi.json, Discord's own of its REST API, and gateway.schema.json, a JSON Schema of
// gateway payloads. Both must exist.
func Descriptions(folder string) (Conformance, error) {
	c := Conformance{Live: true}
	var err error
	if c.OpenAPI, err = schema.NewOpenAPI(filepath.Join(folder, openAPIFile)); err != nil {
		return Conformance{}, err
	}
	if c.Gateway, err = schema.NewGateway(filepath.Join(folder, gatewayFile)); err != nil {
		return Conformance{}, err
	}
	return c, nil
}

// FindDescriptions looks for a folder with Discord's descriptions beside from and beside
// each folder above it: ../shared/discord. ok is false if there is none; conformance is
// then not checked.
func FindDescriptions(from string) (folder string, ok bool) {
	at, err := filepath.Abs(from)
	if err != nil {
		return "", false
	}
	for above := filepath.Dir(at); above != at; at, above = above, filepath.Dir(above) {
		folder = filepath.Join(above, "shared", "discord")
		if exists(filepath.Join(folder, openAPIFile)) && exists(filepath.Join(folder, gatewayFile)) {
			return folder, true
		}
	}
	return "", false
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
