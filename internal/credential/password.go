package credential

import (
	"context"

	"github.com/alexedwards/argon2id"
	"golang.org/x/text/unicode/norm"
)

// Hasher hashes passwords.
type Hasher interface {
	// Hash returns what is stored of a password.
	Hash(password string) (string, error)
	// Match reports whether a password has this hash.
	Match(password, hash string) (bool, error)
}

// Argon2id is argon2id with 19 MiB and two iterations (AUTH-10).
type Argon2id struct{}

var argon2Params = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

func (Argon2id) Hash(password string) (string, error) {
	return argon2id.CreateHash(password, argon2Params)
}

func (Argon2id) Match(password, hash string) (bool, error) {
	return argon2id.ComparePasswordAndHash(password, hash)
}

// dummyHash is compared when the account is unknown or has no password, so that both
// cases take the same time.
const dummyHash = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

// HashNewPassword returns what is stored of a new password. It refuses one that is
// made of the customer's own name, e-mail or phone (D7).
func (s *Service) HashNewPassword(ctx context.Context, from Source, password string, own ...string) (string, error) {
	if isOwn(password, own) {
		return "", errTooCommon
	}
	return s.HashPassword(ctx, from, password)
}

// HashPassword is HashNewPassword without the rules.
func (s *Service) HashPassword(ctx context.Context, from Source, password string) (hash string, err error) {
	if err := s.hashes.enter(ctx, s.queueSource(from)); err != nil {
		return "", err
	}
	defer s.hashes.leave()
	return s.Hasher.Hash(norm.NFC.String(password))
}

// MatchPassword reports whether the password has this hash. For the hash "", of an unknown
// account or one without a password, it returns false after the same work.
func (s *Service) MatchPassword(ctx context.Context, from Source, password, hash string) (bool, error) {
	if err := s.hashes.enter(ctx, s.queueSource(from)); err != nil {
		return false, err
	}
	defer s.hashes.leave()
	exists := hash != ""
	if !exists {
		hash = dummyHash
	}
	same, err := s.Hasher.Match(norm.NFC.String(password), hash)
	return same && exists, err
}

// queueSource is what the hash queue bounds a source by; without rate limits it
// bounds nobody.
func (s *Service) queueSource(from Source) Source {
	if !s.RateLimits {
		return Source{}
	}
	return from
}
