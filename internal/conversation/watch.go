package conversation

import (
	"context"
	"fmt"
	"strconv"

	"hawker/internal/db"
	"hawker/internal/staff"
)

// Topic is the bus topic of changed conversations.
const Topic = "conversation"

// supportKey is the key of the conversations of admins.
const supportKey = "support"

// The keys of all conversations of somebody.
func customerKey(id int64) string { return "c" + strconv.FormatInt(id, 10) }
func storeKey(id int64) string    { return "s" + strconv.FormatInt(id, 10) }
func providerKey(id int64) string { return "p" + strconv.FormatInt(id, 10) }
func riderKey(id int64) string    { return "r" + strconv.FormatInt(id, 10) }

// keyOf is the key of a party.
func (p Party) keyOf() string {
	switch {
	case p.Side() == Customer:
		return customerKey(p.CustomerID)
	case p.Role == staff.Vendor && p.ProviderID != 0:
		return providerKey(p.ProviderID)
	case p.Role == staff.Vendor:
		return storeKey(p.StoreID)
	case p.Role == staff.Rider:
		return riderKey(p.StaffID)
	}
	return supportKey
}

// keys are those of both sides, and of the admins who watch a report.
func (c Conversation) keys() []string {
	keys := []string{customerKey(c.CustomerID)}
	switch {
	case c.StoreID != nil:
		keys = append(keys, storeKey(*c.StoreID))
	case c.ProviderID != nil:
		keys = append(keys, providerKey(*c.ProviderID))
	case c.RiderID != nil:
		keys = append(keys, riderKey(*c.RiderID))
	}
	if c.Kind == Support || c.ReportedBy != "" || c.ClosedByAdmin {
		keys = append(keys, supportKey)
	}
	return keys
}

// wake wakes both sides after the commit.
func (s *Service) wake(tx *db.Tx, c Conversation) {
	tx.AfterCommit(func() { s.changes.Changed(c.keys()...) })
}

// Watch returns a channel that gets a value when a conversation of the party may have
// changed, on this instance or another. It needs Run.
func (s *Service) Watch(p Party) (changed <-chan struct{}, cancel func()) {
	return s.changes.Watch(p.keyOf())
}

// Run publishes what changed here, and reads what changed elsewhere, until ctx ends. Call
// it in a goroutine of its own.
func (s *Service) Run(ctx context.Context) { s.changes.Run(ctx) }

// maxStates is how many conversations News has.
const maxStates = 20

// ConversationState is what a client needs to see that it must fetch again.
type ConversationState struct {
	ID, LastSeq, Unread int64
	Marks               // of the other side
	Flags               string
}

// News is what the streams of a party say.
type News struct {
	Unread        int // of a customer: messages; of the staff: conversations
	Reported      int // reports that wait for a decision; for admins
	Conversations []ConversationState
}

// News returns what the party has not read, and the states of its latest conversations.
func (s *Service) News(ctx context.Context, p Party) (n News, err error) {
	where, args := p.scope(s.Clock.Now())
	where = `CAST($1 AS BIGINT) IS NOT NULL AND ` + where
	me, other := p.Side(), p.Side().other()
	n.Conversations, err = db.Many[ConversationState](ctx, s.DB.R, fmt.Sprintf(`
		SELECT c.id, c.last_seq, %s AS unread, c.%s_got AS got, c.%s_read AS read,
			CASE WHEN c.blocked_by_customer THEN 'c' ELSE '' END || CASE WHEN c.blocked_by_staff THEN 's' ELSE '' END
				|| CASE WHEN c.closed_by_admin THEN 'a' ELSE '' END || c.reported_by AS flags
		FROM conversations c WHERE %s AND c.last_seq > 0 ORDER BY c.last_at DESC, c.id DESC LIMIT %d`, unread(me), other, other, where, maxStates), args...)
	if err != nil {
		return n, fmt.Errorf("read states of conversations: %w", err)
	}
	waiting := fmt.Sprintf(` FROM conversations c WHERE %s AND %s AND c.%s_seq > c.%s_read`, where, p.answers(), other, me)
	query := `SELECT COUNT(*)` + waiting
	if me == Customer {
		query = `SELECT CAST(COALESCE(SUM(` + unread(me) + `), 0) AS BIGINT)` + waiting
	}
	if n.Unread, err = db.One[int](ctx, s.DB.R, query, args...); err != nil {
		return n, fmt.Errorf("count unread messages: %w", err)
	}
	if p.Role == staff.Admin {
		n.Reported, err = db.One[int](ctx, s.DB.R, `SELECT COUNT(*) FROM conversations WHERE reported_by <> ''`)
	}
	return n, err
}
