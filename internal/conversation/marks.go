package conversation

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/upload"
)

func sameImages(x, y []string) bool { return slices.Equal(x, y) }

// attach keeps the images of a message.
func (s *Service) attach(ctx context.Context, tx *db.Tx, p Party, c Conversation, keys []string) error {
	images := upload.ConversationImages{ConversationID: c.ID, ShopperID: c.ShopperID, ByStaff: p.Side() == Staff, Keys: keys}
	return upload.AttachToConversation(ctx, tx, images, s.Clock.Now())
}

// Mark moves the marks of a party's side forward, as far as the other side has written.
// What is read has been got. An admin who only watches has none.
func (s *Service) Mark(ctx context.Context, p Party, id int64, to Marks) error {
	c, err := s.Find(ctx, p, id)
	if err != nil || c.StateFor(p) == Watched || c.moved(p.Side(), to) == c.MarksOf(p.Side()) {
		return err // a client repeats its marks often: mostly nothing is to be written
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		c, err := lock(ctx, tx, p, id, s.Clock.Now())
		if err != nil {
			return err
		}
		marks := c.moved(p.Side(), to)
		if marks == c.MarksOf(p.Side()) {
			return nil
		}
		side := string(p.Side())
		if _, err := db.Exec(ctx, tx, `UPDATE conversations SET `+side+`_got = $2, `+side+`_read = $3 WHERE id = $1`, id, marks.Got, marks.Read); err != nil {
			return fmt.Errorf("mark messages: %w", err)
		}
		s.wake(tx, c)
		if p.Side() == Customer && marks.Read > c.CustomerRead {
			return s.renewNotice(ctx, tx, c, marks.Read)
		}
		return nil
	})
}

// moved returns the marks of a side after they were moved.
func (c Conversation) moved(s Side, to Marks) Marks {
	m, last := c.MarksOf(s), c.seqOf(s.other())
	m.Read = max(m.Read, min(to.Read, last))
	m.Got = max(m.Got, m.Read, min(to.Got, last))
	return m
}

// Block stops a conversation, or lets it go on, for the side of the party.
func (s *Service) Block(ctx context.Context, p Party, id int64, blocked bool) (Conversation, error) {
	return s.change(ctx, p, id, func(tx *db.Tx, c Conversation) error {
		if c.StateFor(p) == Watched {
			return errs.New(errs.Conflict, "%s", refusals[Watched])
		}
		_, err := db.Exec(ctx, tx, `UPDATE conversations SET blocked_by_`+string(p.Side())+` = $2 WHERE id = $1`, id, blocked)
		return err
	})
}

// Report shows a conversation to the admins. Support's is theirs anyway. A second report
// before they have decided changes nothing.
func (s *Service) Report(ctx context.Context, p Party, id int64, reason string) (Conversation, error) {
	return s.change(ctx, p, id, func(tx *db.Tx, c Conversation) error {
		switch {
		case c.Kind == Support:
			return errs.New(errs.Conflict, "Support reads this conversation already.")
		case c.ReportedBy != "":
			return nil
		}
		_, err := db.Exec(ctx, tx, `UPDATE conversations SET reported_by = $2, report_reason = $3, reported_at = $4 WHERE id = $1`,
			id, p.Side(), reason, s.Clock.Now().UnixMilli())
		tx.AfterCommit(func() { s.changes.Changed(supportKey) })
		return err
	})
}

// Decision is what an admin decides about a report.
type Decision struct {
	Closed     bool      // nobody can write any more
	ReportedAt time.Time // of the report that they have read, to the second; zero: they did not say
}

// isOld reports whether the report that the admin has read is not the one that waits.
func (d Decision) isOld(c Conversation) bool {
	return !d.ReportedAt.IsZero() && (c.ReportedBy == "" || d.ReportedAt.Unix() != time.UnixMilli(c.ReportedAt).Unix())
}

// DecideReport ends a report: the conversation stays open or is closed for both sides. One that
// was closed can be opened again.
func (s *Service) DecideReport(ctx context.Context, p Party, id int64, d Decision) (Conversation, error) {
	return s.change(ctx, p, id, func(tx *db.Tx, c Conversation) error {
		if d.isOld(c) {
			return errOldReport
		}
		tx.AfterCommit(func() { s.changes.Changed(supportKey) })
		_, err := db.Exec(ctx, tx, `UPDATE conversations SET reported_by = '', closed_by_admin = $2 WHERE id = $1`, id, d.Closed)
		return err
	})
}

// change changes a conversation of the party, and wakes both sides. It returns it as it is
// then; if the party does not see it any more, as it was before.
func (s *Service) change(ctx context.Context, p Party, id int64, f func(tx *db.Tx, c Conversation) error) (changed Conversation, err error) {
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		c, err := lock(ctx, tx, p, id, s.Clock.Now())
		if err != nil {
			return err
		}
		if err := f(tx, c); err != nil {
			return err
		}
		s.wake(tx, c)
		changed, err = find(ctx, tx, p, id, s.Clock.Now())
		if errs.Is(err, errs.NotFound) {
			changed, err = c, nil
		}
		return err
	})
	return changed, err
}
