// Package credential keeps what lets somebody into an account: sessions, codes,
// password hashes, passkeys, and the proofs that a sign-in collects. It also counts
// attempts, per account and per source.
//
// It knows customers by their id and people by their contact. Who may have what,
// and in which order, is decided by internal/account and internal/signin.
package credential

import (
	"log/slog"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/passkey"
	"hawker/internal/secret"
)

// SecretName is the name of the server's secret that keys codes and throttles.
const SecretName = "account_secret"

// Deps are what the service needs.
type Deps struct {
	DB         *db.DB
	Clock      clock.Clock
	Jobs       *jobs.Queue
	Log        *slog.Logger
	Secret     *secret.Key
	Passkeys   *passkey.Site // nil: browsers have no passkeys at the public address
	Hasher     Hasher        // nil: argon2id
	RateLimits bool          // count attempts by network address too, and bound the hash queue
	ShowCodes  bool          // return the codes that were sent: the demo only (D8)
}

// Service keeps credentials. Safe for concurrent use.
type Service struct {
	Deps
	hashes *hashQueue
}

// New makes the service and starts the job that prunes what has expired.
func New(d Deps) *Service {
	if d.Hasher == nil {
		d.Hasher = Argon2id{}
	}
	s := &Service{Deps: d, hashes: newHashQueue()}
	jobs.Every(s.Jobs, pruneJob, time.Hour, s.prune)
	return s
}

// Client is the person who makes a call, before they have signed in.
type Client struct {
	GuestID      string // whose cart is merged; "" or unknown: nobody's
	Device       string // in words, for the list of sessions
	Address      string // of the network
	DeviceSecret string // from the last sign-in on this device; "": none
	CodeHandle   string // of the code that was sent; "": the last code sent to the same source
}

func invalid(field, message string) *errs.Error {
	return errs.New(errs.Invalid, "%s", message).On(field)
}
