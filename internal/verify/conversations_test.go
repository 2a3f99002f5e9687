package verify_test

import (
	"slices"
	"testing"

	"hawker/internal/conversation"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order/ordertest"
)

func TestVerify_CHAT01_findsMessagesThatAreMissing(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := ordertest.Open(t, open(t))
		var me conversation.Party
		me.CustomerID, me.ShopperID = w.Customer(t)
		begun, err := w.Conversations.Start(t.Context(), me, conversation.Start{With: conversation.Support})
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"message-1", "message-2", "message-3"} {
			if _, err := w.Conversations.Send(t.Context(), me, conversation.NewMessage{ConversationID: begun.ID, ClientKey: key, Text: "Hello"}); err != nil {
				t.Fatal(err)
			}
		}
		const check = "the messages of a conversation are numbered without gaps"
		for _, wrong := range []string{
			`DELETE FROM messages WHERE seq = 2`, `UPDATE conversations SET last_seq = 4`, `UPDATE conversations SET staff_got = 4, staff_read = 4`,
		} {
			if found := broken(run(t, w.DB)); slices.Contains(found, check) {
				t.Fatalf("before %s: %q", wrong, found)
			}
			w.Exec(t, wrong)
			if found := broken(run(t, w.DB)); !slices.Contains(found, check) {
				t.Errorf("%s: found %q", wrong, found)
			}
			w.Exec(t, `DELETE FROM messages WHERE seq < 3`) // as pruning does
			w.Exec(t, `UPDATE conversations SET last_seq = 3, customer_seq = 3, staff_got = 0, staff_read = 0`)
		}
	})
}
