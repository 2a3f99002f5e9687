package purchase

import (
	"context"
	"fmt"

	"hawker/internal/db"
)

// Move is one status that a purchase has been in (ORD-03). S is the status of its kind, A
// who made it.
type Move[S, A ~string] struct {
	Status    S
	Actor     A
	Reason    string
	At        int64  // Unix milliseconds
	StaffID   *int64 // who of the staff; nil: nobody
	StaffName string // as it was then
}

const moveColumns = `status, actor, reason, at, staff_id, staff_name`

// Insert writes the move of a purchase.
func (m Move[S, A]) Insert(ctx context.Context, tx *db.Tx, k Kind, id int64) error {
	_, err := db.Exec(ctx, tx, fmt.Sprintf(`INSERT INTO %[1]s_moves (%[1]s_id, `+moveColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7)`, k),
		id, m.Status, m.Actor, m.Reason, m.At, m.StaffID, m.StaffName)
	if err != nil {
		return fmt.Errorf("insert a move: %w", err)
	}
	return nil
}

// Moves returns the moves of purchases of one kind, by purchase, the oldest first.
func Moves[S, A ~string](ctx context.Context, q db.Q, k Kind, ids ...int64) (map[int64][]Move[S, A], error) {
	found := map[int64][]Move[S, A]{}
	if len(ids) == 0 {
		return found, nil
	}
	type row struct {
		OfID int64
		Move[S, A]
	}
	list, args := db.InList(ids)
	all, err := db.Many[row](ctx, q, fmt.Sprintf(`SELECT %[1]s_id AS of_id, `+moveColumns+` FROM %[1]s_moves WHERE %[1]s_id IN %[2]s ORDER BY id`, k, list), args...)
	if err != nil {
		return nil, fmt.Errorf("read moves: %w", err)
	}
	for _, m := range all {
		found[m.OfID] = append(found[m.OfID], m.Move)
	}
	return found, nil
}
