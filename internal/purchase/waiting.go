package purchase

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/signedtoken"
)

// WaitingLimitRetryAfter is when a shopper with too many waiting purchases may try again. The limit
// ends when one of them is confirmed, and nobody knows when that is.
const WaitingLimitRetryAfter = time.Minute

// LockWaiting locks what waiting purchases of this kind are counted by, so that parallel ones
// cannot pass a limit together. origin is the hash of a network address; "": unknown.
func (k Kind) LockWaiting(ctx context.Context, tx *db.Tx, shopperID int64, phone, origin string) error {
	names := []string{fmt.Sprintf("waiting %ss of shopper %d", k, shopperID), fmt.Sprintf("waiting %ss of phone %s", k, phone)}
	if origin != "" {
		names = append(names, fmt.Sprintf("waiting %ss from %s", k, origin))
	}
	return db.Lock(ctx, tx, names...)
}

// ClearOrigins deletes the hashes of network addresses from old purchases of this kind.
func (k Kind) ClearOrigins(ctx context.Context, d *db.DB, now time.Time) error {
	return db.Clear(ctx, d, k.table(), `placed_from = ''`, `placed_from <> '' AND created_at <= $1`, now.Add(-signedtoken.OriginLife).UnixMilli())
}
