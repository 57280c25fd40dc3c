package main

import (
	"strings"
	"testing"
)

// TestADatabaseOnANetworkDiskIsWarnedOf: file systems of other machines are named by the
// number that Linux has for each; the disks of this machine are not warned of.
func TestADatabaseOnANetworkDiskIsWarnedOf(t *testing.T) {
	for number, want := range map[uint32]string{0x6969: "(NFS)", 0xff534d42: "(SMB)", 0xfe534d42: "(SMB)", 0x65735546: "(FUSE)", 0x01021997: "(9P)"} {
		if text := onShare("topcut.db", shares[number]); !strings.Contains(text, "topcut.db is on a network disk "+want) {
			t.Errorf("%#x is warned of as %q", number, text)
		}
	}
	const ext4, xfs, btrfs, tmpfs, overlay, zfs = 0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1
	for _, number := range []uint32{ext4, xfs, btrfs, tmpfs, overlay, zfs} {
		if text := onShare("topcut.db", shares[number]); text != "" {
			t.Errorf("%#x is warned of as %q", number, text)
		}
	}
	if kind := networkOf("/proc"); kind != "" {
		t.Errorf("/proc counts as %s", kind)
	}
	if kind := networkOf("/no/such/folder"); kind != "" {
		t.Errorf("a folder that does not exist counts as %s", kind)
	}
}
