package conversation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/staff"
)

// columns are those of a Conversation, as a side sees it. $1 is the end of deliveries whose
// rider can be reached.
func columns(of Side) string {
	return `c.id, c.customer_id, c.kind, c.store_id, c.provider_id, c.rider_id, c.order_id, c.last_seq, c.customer_seq, c.staff_seq,
	c.customer_got, c.customer_read, c.staff_got, c.staff_read, c.blocked_by_customer, c.blocked_by_staff, c.closed_by_admin,
	c.reported_by, c.report_reason, COALESCE(c.reported_at, 0) AS reported_at, c.created_at, c.last_at, u.shopper_id, u.first_name, u.last_name,
	COALESCE(s.name, p.name, r.name, '') AS name, COALESCE(s.logo, p.logo, '') AS logo, COALESCE(s.slug, p.slug, '') AS slug, COALESCE(s.module_id, 0) AS module_id,
	(c.kind = 'rider' AND NOT ` + reachable("$1") + `) AS is_over, ` + unread(of) + ` AS unread,
	COALESCE(m.body, '') AS last_body, COALESCE(m.images, '[]') AS last_images, COALESCE(m.sender, '') AS last_sender`
}

// unread counts the messages that a side has not read.
func unread(of Side) string {
	return fmt.Sprintf(`(SELECT COUNT(*) FROM messages n WHERE n.conversation_id = c.id AND n.sender = '%s' AND n.seq > c.%s_read)`, of.other(), of)
}

const tables = ` FROM conversations c JOIN customers u ON u.id = c.customer_id
	LEFT JOIN stores s ON s.id = c.store_id LEFT JOIN providers p ON p.id = c.provider_id LEFT JOIN staff r ON r.id = c.rider_id
	LEFT JOIN messages m ON m.conversation_id = c.id AND m.seq = c.last_seq`

// find returns a conversation to a party that takes part in it. For anybody else it does
// not exist.
func find(ctx context.Context, q db.Q, p Party, id int64, now time.Time) (Conversation, error) {
	where, args := p.scope(now)
	c, err := db.One[Conversation](ctx, q, `SELECT `+columns(p.Side())+tables+` WHERE `+where+` AND c.id = $3`, append(args, id)...)
	if errors.Is(err, db.ErrNotFound) {
		return c, errUnknown
	}
	if err != nil {
		return c, fmt.Errorf("read a conversation: %w", err)
	}
	return c, nil
}

// lock is find, and locks the row until the transaction ends.
func lock(ctx context.Context, tx *db.Tx, p Party, id int64, now time.Time) (Conversation, error) {
	if _, err := db.Many[int64](ctx, tx, `SELECT id FROM conversations WHERE id = $1`+tx.Dialect.Locked(), id); err != nil {
		return Conversation{}, fmt.Errorf("lock a conversation: %w", err)
	}
	return find(ctx, tx, p, id, now)
}

// Filter narrows a list. Zero values narrow nothing.
type Filter struct {
	Unread   bool // with messages that the party has not read
	Reported bool // that were reported, or closed after it; for admins
}

func (f Filter) where(p Party) string {
	where := ` AND c.last_seq > 0`
	if f.Unread {
		where += fmt.Sprintf(` AND %s AND c.%s_seq > c.%s_read`, p.answers(), p.Side().other(), p.Side())
	}
	switch {
	case f.Reported:
		where += ` AND (c.reported_by <> '' OR c.closed_by_admin)`
	case p.Role == staff.Admin:
		where += ` AND c.kind = 'support'`
	}
	return where
}

func list(ctx context.Context, q db.Q, p Party, f Filter, page catalog.Paging, now time.Time) ([]Conversation, int, error) {
	where, args := p.scope(now)
	where += f.where(p)
	// $1 is not in every condition, and PostgreSQL wants to know its type.
	total, err := db.One[int](ctx, q, `SELECT COUNT(*) FROM conversations c WHERE CAST($1 AS BIGINT) IS NOT NULL AND `+where, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("count conversations: %w", err)
	}
	all, err := db.Many[Conversation](ctx, q, `SELECT `+columns(p.Side())+tables+` WHERE `+where+` ORDER BY c.last_at DESC, c.id DESC LIMIT $3 OFFSET $4`,
		append(args, page.Size, (page.Number-1)*page.Size)...)
	if err != nil {
		return nil, 0, fmt.Errorf("list conversations: %w", err)
	}
	return all, total, nil
}

const messageColumns = `m.seq, m.sender, COALESCE(a.name, '') AS staff_name, m.client_key, m.body, m.images, m.purchase_id, COALESCE(b.kind, '') AS purchase_kind, m.created_at`

const messageTables = ` FROM messages m LEFT JOIN staff a ON a.id = m.staff_id LEFT JOIN purchases b ON b.id = m.purchase_id`

// Range is a part of the messages of a conversation.
type Range struct {
	After  int64 // those after this number, the oldest first; 0: the newest
	Before int64 // the newest before this number; 0: of all
	Limit  int
}

// messages returns messages in the order of their numbers, and whether there are more in
// the direction of the range.
func messages(ctx context.Context, q db.Q, conversationID int64, r Range) (page []Message, more bool, err error) {
	query, args := `SELECT `+messageColumns+messageTables+` WHERE m.conversation_id = $1 AND m.seq > $2 ORDER BY m.seq LIMIT $3`, []any{conversationID, r.After, r.Limit + 1}
	if r.After == 0 {
		query, args = `SELECT `+messageColumns+messageTables+` WHERE m.conversation_id = $1 AND (m.seq < $2 OR $2 = 0) ORDER BY m.seq DESC LIMIT $3`, []any{conversationID, r.Before, r.Limit + 1}
	}
	page, err = db.Many[Message](ctx, q, query, args...)
	if err != nil {
		return nil, false, fmt.Errorf("read messages: %w", err)
	}
	if more = len(page) > r.Limit; more {
		page = page[:r.Limit]
	}
	if r.After == 0 {
		slices.Reverse(page)
	}
	return page, more, nil
}

// byClientKey returns the message that a side has sent under a key; nil: none.
func byClientKey(ctx context.Context, q db.Q, conversationID int64, s Side, key string) (*Message, error) {
	found, err := db.Many[Message](ctx, q, `SELECT `+messageColumns+messageTables+` WHERE m.conversation_id = $1 AND m.sender = $2 AND m.client_key = $3`, conversationID, s, key)
	if err != nil {
		return nil, fmt.Errorf("look for a message: %w", err)
	}
	if len(found) == 0 {
		return nil, nil
	}
	return &found[0], nil
}

// sentSince counts what a sender has sent lately. For a customer it reads only the last
// messages of each conversation.
func sentSince(ctx context.Context, q db.Q, p Party, since time.Time) (int, error) {
	if p.Side() == Staff {
		return db.One[int](ctx, q, `SELECT COUNT(*) FROM messages WHERE staff_id = $1 AND created_at > $2`, p.StaffID, since.UnixMilli())
	}
	return db.One[int](ctx, q, `
		SELECT COUNT(*) FROM conversations c JOIN messages m ON m.conversation_id = c.id AND m.seq > c.last_seq - $3
		WHERE c.customer_id = $1 AND c.last_at > $2 AND m.sender = 'customer' AND m.created_at > $2`, p.CustomerID, since.UnixMilli(), 2*customerRate)
}

// isAbout reports whether an order or a trip belongs to a conversation: it is the
// customer's, and of the store, the provider or the rider.
func isAbout(ctx context.Context, q db.Q, c Conversation, purchaseID int64) (bool, error) {
	n, err := db.One[int](ctx, q, `
		SELECT (SELECT COUNT(*) FROM orders WHERE id = $1 AND shopper_id = $2 AND (CAST($3 AS TEXT) = 'support' OR store_id = $4 OR id = $5))
			+ (SELECT COUNT(*) FROM trips WHERE id = $1 AND shopper_id = $2 AND (CAST($3 AS TEXT) = 'support' OR provider_id = $6))`,
		purchaseID, c.ShopperID, c.Kind, orZero(c.StoreID), orZero(c.OrderID), orZero(c.ProviderID))
	if err != nil {
		return false, fmt.Errorf("find what a message is about: %w", err)
	}
	return n > 0, nil
}

func orZero(id *int64) int64 {
	if id == nil {
		return 0
	}
	return *id
}

// insert writes a message with the next number of its conversation, whose row is locked.
func insert(ctx context.Context, tx *db.Tx, c Conversation, p Party, n NewMessage, at int64) (Message, error) {
	var staffID, purchaseID *int64
	if p.Side() == Staff {
		staffID = &p.StaffID
	}
	if n.PurchaseID != 0 {
		purchaseID = &n.PurchaseID
	}
	_, err := db.Exec(ctx, tx, `UPDATE conversations SET last_seq = $2, `+string(p.Side())+`_seq = $2, last_at = $3 WHERE id = $1`, c.ID, c.LastSeq+1, at)
	if err != nil {
		return Message{}, fmt.Errorf("number a message: %w", err)
	}
	_, err = db.Exec(ctx, tx, `
		INSERT INTO messages (conversation_id, seq, sender, staff_id, client_key, body, images, purchase_id, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		c.ID, c.LastSeq+1, p.Side(), staffID, n.ClientKey, n.Text, db.JSON[[]string]{V: n.Images}, purchaseID, at)
	if err != nil {
		return Message{}, fmt.Errorf("insert a message: %w", err)
	}
	m, err := byClientKey(ctx, tx, c.ID, p.Side(), n.ClientKey)
	if err != nil {
		return Message{}, err
	}
	return *m, nil
}
