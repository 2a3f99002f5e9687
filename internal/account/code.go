package account

import (
	"context"
	"crypto/hmac"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// purpose is what a code opens; one of another purpose does not. The target of a
// code is a contact; where it belongs to a customer, their id and a space stand
// before it.
type purpose string

const (
	toLogin   purpose = "login"
	toVerify  purpose = "verify"
	toReset   purpose = "reset"
	toProfile purpose = "profile"
	toConfirm purpose = "confirm" // a change, by a contact that is verified already
)

// A code lives long enough to be read and typed (AUTH-10), and is sent again
// after a pause (AUTH-04).
const (
	codeLife  = 5 * time.Minute
	codeTries = 5 // of one sending, over all calls together (P2)
	codePause = time.Minute
)

var (
	errCode        = errs.New(errs.CodeWrong, "The code is not right.").On("otp")
	errCodeExpired = errs.New(errs.CodeExpired, "The code has expired. Please ask for a new one.").On("otp")
	errCodeUsed    = errs.New(errs.CodeExpired, "The code has been used already. Please ask for a new one.").On("otp")
	errCodeSpent   = errs.New(errs.CodeSpent, "The code was typed wrong too often. Please ask for a new one.").On("otp")
	errNoCode      = invalid("otp", "field is empty")
	errTooSoon     = errs.New(errs.TooMany, "A code is on its way. Please wait a moment before you ask for another.")
)

// digits works a code out. It is kept nowhere: of six digits even a hash would
// tell, but without the server's secret the nonce does not.
func (s *Service) digits(p purpose, target, nonce string) string {
	return digits(s.Secret.Current(), p, target, nonce)
}

// isCode compares what was typed. A code that was sent just before the secret was
// rotated is right, too.
func (s *Service) isCode(typed string, p purpose, target, nonce string) bool {
	right := false
	for _, secret := range s.Secret.AcceptedFor(codeLife) {
		right = hmac.Equal([]byte(typed), []byte(digits(secret, p, target, nonce))) || right
	}
	return right
}

func digits(secret []byte, p purpose, target, nonce string) string {
	sum := mac(secret, "code", string(p), target, nonce)
	return fmt.Sprintf("%06d", binary.BigEndian.Uint64(sum)%1_000_000)
}

// isOpen tells whether anybody may ask for such a code. Then each sending has
// tries of its own: a stranger who asks for one, too, uses up theirs alone. Other
// codes belong to a customer who has shown something already.
func (p purpose) isOpen() bool { return p == toLogin || p == toReset }

// issued is the code in force for a target.
type issued struct {
	code   string
	handle string        // of an open sending; who brings it has its tries
	wait   time.Duration // until another may be sent; 0: this one was sent just now
}

// sent refuses what did not send a code.
func (i issued) sent() error {
	if i.wait > 0 {
		return errTooSoon.After(i.wait)
	}
	return nil
}

// issue makes a code and asks for it to be sent. It does the same whether or not
// there is an account.
func (s *Service) issue(ctx context.Context, tx *db.Tx, p purpose, target string, v Visitor) (issued, error) {
	if p.isOpen() {
		return s.issueOpen(ctx, tx, p, target, v)
	}
	return s.issueOwn(ctx, tx, p, target, v)
}

// issueOpen makes a code of its own for each who asks, but for one place only one
// a minute.
func (s *Service) issueOpen(ctx context.Context, tx *db.Tx, p purpose, target string, v Visitor) (issued, error) {
	at, err := s.placeOfContact(ctx, tx, contactOf(target), v)
	if err != nil {
		return issued{}, err
	}
	n, ends, err := s.add(ctx, tx, limit{"code pause " + string(p), 1, codePause}, byPlace(target, at))
	if err != nil || n > 1 {
		return issued{wait: ends}, err
	}
	now, nonce, handle := s.Clock.Now(), newToken(), newToken()
	id, err := db.One[int64](ctx, tx, `
		INSERT INTO codes (purpose, target, asker, place, nonce, tries, bare_tries, sent_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, 0, 0, $6, $7) RETURNING id`,
		p, target, hashToken(handle), at.key, nonce, now.UnixMilli(), now.Add(codeLife).UnixMilli())
	if err != nil {
		return issued{}, fmt.Errorf("insert code: %w", err)
	}
	if err := s.countCode(ctx, tx, target, at, v); err != nil {
		return issued{}, err
	}
	return issued{code: s.digits(p, target, nonce), handle: handle}, s.post(ctx, tx, id)
}

// issueOwn makes the one code in force for a customer and a contact. A code that
// was sent within the last minute stays in force instead.
func (s *Service) issueOwn(ctx context.Context, tx *db.Tx, p purpose, target string, v Visitor) (issued, error) {
	now, nonce := s.Clock.Now(), newToken()
	id, err := db.One[int64](ctx, tx, `
		INSERT INTO codes (purpose, target, asker, place, nonce, tries, bare_tries, sent_at, expires_at)
		VALUES ($1, $2, '', '', $3, 0, 0, $4, $5)
		ON CONFLICT (purpose, target, asker) DO UPDATE SET
			nonce = excluded.nonce, tries = 0, sent_at = excluded.sent_at, expires_at = excluded.expires_at, used_at = NULL
		WHERE codes.sent_at <= $6
		RETURNING id`,
		p, target, nonce, now.UnixMilli(), now.Add(codeLife).UnixMilli(), now.Add(-codePause).UnixMilli())
	if errors.Is(err, db.ErrNotFound) {
		return s.inForce(ctx, tx, p, target)
	}
	if err != nil {
		return issued{}, fmt.Errorf("insert code: %w", err)
	}
	at, err := s.ownPlace(ctx, tx, target)
	if err != nil {
		return issued{}, err
	}
	if err := s.countCode(ctx, tx, addressOf(target), at, v); err != nil {
		return issued{}, err
	}
	return issued{code: s.digits(p, target, nonce)}, s.post(ctx, tx, id)
}

// inForce is the code that was sent less than a minute ago.
func (s *Service) inForce(ctx context.Context, tx *db.Tx, p purpose, target string) (issued, error) {
	last, err := db.One[struct {
		Nonce  string
		SentAt int64
	}](ctx, tx, `SELECT nonce, sent_at FROM codes WHERE purpose = $1 AND target = $2 AND asker = ''`, p, target)
	if err != nil {
		return issued{}, fmt.Errorf("read code: %w", err)
	}
	return issued{
		code: s.digits(p, target, last.Nonce),
		wait: time.UnixMilli(last.SentAt).Add(codePause).Sub(s.Clock.Now()),
	}, nil
}

// countCode counts what is sent to a phone or an e-mail, for any purpose, and
// from an address.
func (s *Service) countCode(ctx context.Context, tx *db.Tx, to string, at place, v Visitor) error {
	if err := s.count(ctx, tx, codesSent, to, at); err != nil {
		return err
	}
	return s.hitFrom(ctx, tx, codesByAddress, v)
}

func (s *Service) placeOfTarget(ctx context.Context, p purpose, target string, v Visitor) (place, error) {
	if p.isOpen() {
		return s.placeOfContact(ctx, s.DB.R, contactOf(target), v)
	}
	return s.ownPlace(ctx, s.DB.R, target)
}

// ownPlace is where a customer asks from for a code of their own. To a contact that
// is not proven to be theirs they are a stranger.
func (s *Service) ownPlace(ctx context.Context, q db.Q, target string) (place, error) {
	id, _, _ := strings.Cut(target, " ")
	who := contactOf(addressOf(target))
	c, err := ofContact(ctx, q, who, "")
	if err != nil && !errors.Is(err, errUnknown) {
		return place{}, err
	}
	return place{key: "customer " + id, known: c.verified(who.Kind) && profileTarget(c, who) == target}, nil
}

// addressOf is the phone or e-mail of a target, which may begin with an id.
func addressOf(target string) string {
	id, address, ok := strings.Cut(target, " ")
	if _, err := strconv.ParseInt(id, 10, 64); !ok || err != nil {
		return target
	}
	return address
}

// try holds what was typed against a customer's own code; see tryFrom.
func (s *Service) try(ctx context.Context, p purpose, target, typed string) (nonce string, err error) {
	return s.tryFrom(ctx, p, target, typed, Visitor{})
}

// tryFrom compares what was typed with the code in force. The try is counted first
// and for good, right or wrong. It returns the nonce, with which the code is used
// up. A code that was never sent is refused as one that has expired.
func (s *Service) tryFrom(ctx context.Context, p purpose, target, typed string, v Visitor) (nonce string, err error) {
	typed = strings.TrimSpace(typed)
	if typed == "" {
		return "", errNoCode
	}
	at, err := s.placeOfTarget(ctx, p, target, v)
	if err != nil {
		return "", err
	}
	var code triedCode
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) (err error) {
		if code, err = s.takeTry(ctx, tx, p, target, v, at); err != nil {
			return err
		}
		return s.count(ctx, tx, codeGuesses, addressOf(target), at)
	})
	if errors.Is(err, db.ErrNotFound) {
		return "", s.whyRefused(ctx, p, target, v, at)
	}
	if err != nil {
		return "", fmt.Errorf("count a try: %w", err)
	}
	if !s.isCode(typed, p, target, code.Nonce) {
		return "", wrongCode(codeTries - code.Tries)
	}
	return code.Nonce, nil
}

// wrongCode says how many tries are left.
func wrongCode(left int64) error {
	switch left {
	case 0:
		return errCodeSpent
	case 1:
		return errs.New(errs.CodeWrong, "%s You have one try left.", errCode.Message).On(errCode.Field).With(TriesLeft{left})
	}
	return errs.New(errs.CodeWrong, "%s You have %d tries left.", errCode.Message, left).On(errCode.Field).With(TriesLeft{left})
}

// TriesLeft is the detail of a wrong code.
type TriesLeft struct {
	Left int64 `json:"tries_left"`
}

// triedCode is a code that a try was counted for.
type triedCode struct {
	Nonce string
	Tries int64 // with this one
}

// codesOf selects the one code that a visitor's tries are counted of: of the
// sending whose handle is brought; for clients that bring none, of the last sending
// to the same place, which has five others for them, so that nobody at one address
// uses up what a handle holds. tries is the column that counts them.
func (s *Service) codesOf(p purpose, target string, v Visitor, at place) (where, tries string, args []any) {
	if p.isOpen() && v.Handle == "" {
		device, address := s.keysBefore(v, at)
		return `id = (SELECT MAX(id) FROM codes WHERE purpose = $1 AND target = $2 AND place IN ($3, $4, $5))`,
			"bare_tries", []any{p, target, at.key, device, address}
	}
	asker := ""
	if p.isOpen() {
		asker = hashToken(v.Handle)
	}
	return `purpose = $1 AND target = $2 AND asker = $3`, "tries", []any{p, target, asker}
}

// takeTry counts a try of a code in force.
func (s *Service) takeTry(ctx context.Context, tx *db.Tx, p purpose, target string, v Visitor, at place) (triedCode, error) {
	where, tries, args := s.codesOf(p, target, v, at)
	n := len(args)
	return db.One[triedCode](ctx, tx, fmt.Sprintf(`
		UPDATE codes SET %[1]s = %[1]s + 1
		WHERE %[2]s AND %[1]s < $%[3]d AND expires_at > $%[4]d AND used_at IS NULL
		RETURNING nonce, %[1]s AS tries`, tries, where, n+1, n+2), append(args, codeTries, s.Clock.Now().UnixMilli())...)
}

// whyRefused says why a code takes no try.
func (s *Service) whyRefused(ctx context.Context, p purpose, target string, v Visitor, at place) error {
	code, err := s.lastCode(ctx, p, target, v, at)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return errCodeExpired
	case err != nil:
		return err
	case code.UsedAt != nil:
		return errCodeUsed
	case code.Tries >= codeTries:
		return errCodeSpent
	}
	return errCodeExpired
}

// lastCode is the code that a visitor's tries are counted of, in force or not;
// db.ErrNotFound for none.
func (s *Service) lastCode(ctx context.Context, p purpose, target string, v Visitor, at place) (sentCode, error) {
	where, tries, args := s.codesOf(p, target, v, at)
	code, err := db.One[sentCode](ctx, s.DB.R, fmt.Sprintf(`SELECT %s AS tries, expires_at, used_at FROM codes WHERE %s`, tries, where), args...)
	if err != nil {
		return sentCode{}, fmt.Errorf("read code: %w", err)
	}
	return code, nil
}

type sentCode struct {
	Tries     int64
	ExpiresAt int64
	UsedAt    *int64
}

// use uses up a code that tryFrom found right; of several who found it right at the
// same time, one goes on.
func (s *Service) use(ctx context.Context, tx *db.Tx, p purpose, target, nonce string) error {
	used, err := db.Exec(ctx, tx, `UPDATE codes SET used_at = $1 WHERE purpose = $2 AND target = $3 AND nonce = $4 AND used_at IS NULL`,
		s.Clock.Now().UnixMilli(), p, target, nonce)
	if err == nil && used == 0 {
		return errCodeUsed
	}
	return err
}
