package demo

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/clock"
	"hawker/internal/conversation"
	"hawker/internal/db"
)

// PastMessagesDeps are what the conversation of a sample customer needs.
type PastMessagesDeps struct {
	DB            *db.DB
	Conversations *conversation.Service
	Now           time.Time
	Customer      conversation.Party
	Vendor        conversation.Party
}

// pastMessages are what the customer and the store wrote to each other.
var pastMessages = []struct {
	byStore bool
	text    string
}{
	{false, "Hello! Do you have anything without peanuts? My daughter is allergic."},
	{true, "Hello! Almost everything. Only the satay and the brittle have peanuts in them."},
	{false, "Perfect. And are they cooked in the same oil?"},
	{true, "No, the satay has a pan of its own. Write “peanut allergy” in the note of your order, and the kitchen will take care."},
	{false, "Thank you, that helps a lot 🙂"},
}

// AddMessages gives a sample customer a conversation of yesterday, which both sides have
// read, unless they have one.
func AddMessages(ctx context.Context, d PastMessagesDeps) error {
	begun, err := db.One[int64](ctx, d.DB.R, `SELECT COUNT(*) FROM conversations WHERE customer_id = $1`, d.Customer.CustomerID)
	if err != nil || begun > 0 {
		return err
	}
	day := clock.NewManual(d.Now.AddDate(0, 0, -1))
	at := d.Conversations.At(day)
	c, err := at.Start(ctx, d.Customer, conversation.Start{With: conversation.Store, StoreID: d.Vendor.StoreID})
	if err != nil {
		return fmt.Errorf("begin the sample conversation: %w", err)
	}
	for n, m := range pastMessages {
		by, reader := d.Customer, d.Vendor
		if m.byStore {
			by, reader = reader, by
		}
		day.Advance(2 * time.Minute)
		sent, err := at.Send(ctx, by, conversation.NewMessage{ConversationID: c.ID, ClientKey: fmt.Sprint("sample-", n), Text: m.text})
		if err != nil {
			return fmt.Errorf("write the sample conversation: %w", err)
		}
		if err := at.Mark(ctx, reader, c.ID, conversation.Marks{Read: sent.Seq}); err != nil {
			return err
		}
	}
	return nil
}
