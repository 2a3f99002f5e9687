package main

import (
	"fmt"
	"net/http"
	"path/filepath"
	"testing"

	"hawker/internal/db"
)

// The guest of an order that was placed after the backup holds a link that opens nothing in
// the restored town: the next order has another number.
func TestRestore_aLinkOfALostOrderOpensNothing_TRAP_P1(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		town := startDemo(t, engine, "--staff", "off", "--rate-limits", "off")
		file := filepath.Join(t.TempDir(), "backup.zip")
		if out, err := town.command("backup", file); err != nil {
			t.Fatalf("backup: %v\n%s", err, out)
		}
		lost := town.order(town.findDinner(), "key-of-the-lost-order")
		if err := town.stop(); err != nil {
			t.Fatal(err)
		}
		restored := startCommand(t, dataOf(t, restoreAndVerify(t, engine, file)), "demo", "--staff", "off", "--rate-limits", "off")
		next := restored.order(restored.findDinner(), "key-of-the-next-order")
		for _, id := range []int64{lost.Order.ID, next.Order.ID} {
			if status, text := restored.try("GET", fmt.Sprintf("/orders/%d?token=%s", id, lost.Token), nil, nil); status != http.StatusNotFound {
				t.Errorf("the link of the lost order %d opens order %d: %d %s", lost.Order.ID, id, status, text)
			}
		}
	})
}
