package application

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/blob"
	"hawker/internal/catalog"
	"hawker/internal/contact"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/upload"
)

// Entry is an application as the staff see it.
type Entry struct {
	Application
	Images       []Image
	EmailHasDesk bool // an account of the staff has this e-mail: it cannot be approved
	PhoneHasDesk bool // another account has this phone
	Others       int  // other applications with this e-mail or phone
}

// List returns a page of the applications in a state: waiting ones from the oldest,
// decided ones from the newest.
func (s *Service) List(ctx context.Context, state State, p catalog.Paging) (entries []Entry, total int, err error) {
	total, err = db.One[int](ctx, s.DB.R, `SELECT COUNT(*) FROM applications WHERE state = $1`, state)
	if err != nil {
		return nil, 0, fmt.Errorf("count applications: %w", err)
	}
	order := `a.created_at, a.id`
	if state != Waiting {
		order = `a.created_at DESC, a.id DESC`
	}
	page, err := db.Many[Application](ctx, s.DB.R, `SELECT `+columns+` FROM applications a WHERE a.state = $1 ORDER BY `+order+` LIMIT $2 OFFSET $3`,
		state, p.Size, (p.Number-1)*p.Size)
	if err != nil {
		return nil, 0, fmt.Errorf("list applications: %w", err)
	}
	entries, err = s.entries(ctx, page)
	return entries, total, err
}

// One returns an application.
func (s *Service) One(ctx context.Context, id int64) (Entry, error) {
	a, err := byID(ctx, s.DB.R, id)
	if err != nil {
		return Entry{}, err
	}
	entries, err := s.entries(ctx, []Application{a})
	if err != nil {
		return Entry{}, err
	}
	return entries[0], nil
}

func (s *Service) entries(ctx context.Context, page []Application) ([]Entry, error) {
	ids := make([]int64, len(page))
	for i, a := range page {
		ids[i] = a.ID
	}
	if len(ids) == 0 {
		return []Entry{}, nil
	}
	images, err := imagesOf(ctx, s.DB.R, ids)
	if err != nil {
		return nil, err
	}
	known, err := knownOf(ctx, s.DB.R, ids)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(page))
	for i, a := range page {
		k := known[a.ID]
		entries[i] = Entry{Application: a, Images: images[a.ID], EmailHasDesk: k.Email > 0, PhoneHasDesk: k.Phone > 0, Others: k.Others}
	}
	return entries, nil
}

// known is who else has the contacts of an application.
type known struct {
	ID                   int64
	Email, Phone, Others int
}

// knownOf does not count the account that the application itself became.
func knownOf(ctx context.Context, q db.Q, ids []int64) (map[int64]known, error) {
	list, args := db.InList(ids)
	rows, err := db.Many[known](ctx, q, `
		SELECT a.id,
			(SELECT COUNT(*) FROM staff m WHERE m.email_folded = a.email_folded AND m.id <> COALESCE(a.staff_id, 0)) AS email,
			(SELECT COUNT(*) FROM staff m WHERE m.phone = a.phone AND m.id <> COALESCE(a.staff_id, 0)) AS phone,
			(SELECT COUNT(*) FROM applications o WHERE o.id <> a.id AND o.state <> 'sending' AND (o.email_folded = a.email_folded OR o.phone = a.phone)) AS others
		FROM applications a WHERE a.id IN `+list, args...)
	if err != nil {
		return nil, fmt.Errorf("find who has the contacts of applications: %w", err)
	}
	found := map[int64]known{}
	for _, r := range rows {
		found[r.ID] = r
	}
	return found, nil
}

// OpenImage returns an image of an application, a JPEG.
func (s *Service) OpenImage(ctx context.Context, id int64, key string) ([]byte, error) {
	unknown := errs.New(errs.NotFound, "This image was not found.")
	if !upload.ValidKey(key) {
		return nil, unknown
	}
	n, err := db.One[int](ctx, s.DB.R, `
		SELECT COUNT(*) FROM application_images i JOIN applications a ON a.id = i.application_id
		WHERE i.key = $1 AND a.id = $2 AND a.state <> 'sending'`, key, id)
	if err != nil {
		return nil, fmt.Errorf("find an image: %w", err)
	}
	if n == 0 {
		return nil, unknown
	}
	content, err := s.Files.Get(ctx, fileOf(key), upload.MaxStored)
	if errors.Is(err, blob.ErrNotFound) {
		return nil, unknown
	}
	return content, err
}

// hasDesk reports whether an account of the staff has this e-mail.
func hasDesk(ctx context.Context, q db.Q, email string) (bool, error) {
	n, err := db.One[int](ctx, q, `SELECT COUNT(*) FROM staff WHERE email_folded = $1`, contact.FoldEmail(email))
	if err != nil {
		return false, fmt.Errorf("find staff: %w", err)
	}
	return n > 0, nil
}
