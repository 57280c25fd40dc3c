package wire

import (
	"encoding/json"
	"errors"
	"math/big"
	"strconv"
)

// Permissions is Discord's set of permission bits.
type Permissions uint64

// The permissions that a bot asks for or checks.
const (
	CreateInstantInvite    Permissions = 1 << 0
	KickMembers            Permissions = 1 << 1
	Administrator          Permissions = 1 << 3
	ManageChannels         Permissions = 1 << 4
	ManageGuild            Permissions = 1 << 5
	AddReactions           Permissions = 1 << 6
	ViewChannel            Permissions = 1 << 10
	SendMessages           Permissions = 1 << 11
	ManageMessages         Permissions = 1 << 13
	EmbedLinks             Permissions = 1 << 14
	AttachFiles            Permissions = 1 << 15
	ReadMessageHistory     Permissions = 1 << 16
	MentionEveryone        Permissions = 1 << 17
	UseExternalEmojis      Permissions = 1 << 18
	Connect                Permissions = 1 << 20
	ChangeNickname         Permissions = 1 << 26
	ManageNicknames        Permissions = 1 << 27
	ManageRoles            Permissions = 1 << 28
	UseApplicationCommands Permissions = 1 << 31
	ManageEvents           Permissions = 1 << 33
	ManageThreads          Permissions = 1 << 34
	CreatePublicThreads    Permissions = 1 << 35
	CreatePrivateThreads   Permissions = 1 << 36
	SendMessagesInThreads  Permissions = 1 << 38
	CreateEvents           Permissions = 1 << 44
	PinMessages            Permissions = 1 << 51

	// AllPermissions are the permissions of owners and administrators.
	AllPermissions Permissions = 1<<53 - 1
)

// Has reports whether p includes all bits of want; Administrator includes every bit.
func (p Permissions) Has(want Permissions) bool {
	return p&Administrator != 0 || p&want == want
}

// Missing returns the bits of want that p lacks.
func (p Permissions) Missing(want Permissions) Permissions {
	if p&Administrator != 0 {
		return 0
	}
	return want &^ p
}

// Pins reports whether messages can be pinned with p: the older permission still serves.
func (p Permissions) Pins() bool { return p.Has(PinMessages) || p.Has(ManageMessages) }

// Names returns the names of the bits in Discord's settings, in the order of the bits;
// bits that no organiser is asked for are left out.
func (p Permissions) Names() []string {
	names := []struct {
		bit  Permissions
		name string
	}{
		{Administrator, "Administrator"},
		{ManageChannels, "Manage Channels"},
		{ManageGuild, "Manage Server"},
		{ViewChannel, "View Channel"},
		{SendMessages, "Send Messages"},
		{ManageMessages, "Manage Messages"},
		{Connect, "Connect"},
		{EmbedLinks, "Embed Links"},
		{AttachFiles, "Attach Files"},
		{ReadMessageHistory, "Read Message History"},
		{MentionEveryone, "Mention Everyone"},
		{ManageRoles, "Manage Roles"},
		{ManageEvents, "Manage Events"},
		{ManageThreads, "Manage Threads"},
		{CreatePublicThreads, "Create Public Threads"},
		{CreatePrivateThreads, "Create Private Threads"},
		{SendMessagesInThreads, "Send Messages in Threads"},
		{CreateEvents, "Create Events"},
		{PinMessages, "Pin Messages"},
	}
	var out []string
	for _, n := range names {
		if p&n.bit != 0 {
			out = append(out, n.name)
		}
	}
	return out
}

// MarshalJSON writes the set as Discord does, a decimal string.
func (p Permissions) MarshalJSON() ([]byte, error) {
	return []byte(`"` + strconv.FormatUint(uint64(p), 10) + `"`), nil
}

// UnmarshalJSON reads a decimal number, in a string or plain. Bits beyond the 64th, which
// Discord may add one day, are dropped.
func (p *Permissions) UnmarshalJSON(raw []byte) error {
	var s Text
	if err := json.Unmarshal(raw, &s); err != nil {
		return err
	}
	if s == "" {
		*p = 0
		return nil
	}
	if len(s) > 64 {
		return errors.New("permissions are too long")
	}
	n, ok := new(big.Int).SetString(string(s), 10)
	if !ok || n.Sign() < 0 {
		return errors.New("permissions are not a decimal number")
	}
	*p = Permissions(new(big.Int).And(n, new(big.Int).SetUint64(1<<64-1)).Uint64())
	return nil
}
