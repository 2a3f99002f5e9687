package purchase

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"hawker/internal/money"
	"hawker/internal/pricing"
)

// Digest is a hash of what the shopper agrees to (D21), in two parts: what is bought, and
// what it costs, row by row. Only the second may differ when it is placed, and only if the
// total has fallen.
func Digest(what any, rows []pricing.Row, toPay money.Amount) string {
	return fmt.Sprintf("%s.%s~%d", fingerprint(what), fingerprint(rows), toPay)
}

// fingerprint is a short hash that is still safe against collisions.
func fingerprint(of any) string {
	text, err := json.Marshal(of)
	if err != nil {
		panic(err) // only for types that JSON cannot hold, and ours are plain
	}
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:18])
}

// digestParts are the parts of a digest.
type digestParts struct {
	what, rows string       // what is bought, and what it costs
	toPay      money.Amount // besides what the wallet pays
	signed     string       // the distance
}

func splitDigest(digest string) digestParts {
	var d digestParts
	what, rest, _ := strings.Cut(digest, ".")
	rows, signed, _ := strings.Cut(rest, ".")
	fingerprint, toPay, _ := strings.Cut(rows, "~")
	amount, err := strconv.ParseInt(toPay, 10, 64)
	if err != nil {
		amount = -1 // no quote has it, so none is agreed to
	}
	d.what, d.rows, d.toPay, d.signed = what, fingerprint, money.Amount(amount), signed
	return d
}

// SignedPart is what stands in a digest after what was agreed to: a signed distance.
func SignedPart(digest string) string { return splitDigest(digest).signed }

// Agreement compares a quote with the one that the shopper agreed to.
type Agreement int

// The outcomes.
const (
	AgreedTo Agreement = iota
	OtherThings
	OtherPrice
)

// Agreed compares a quote with the digest and the total that the shopper agreed to.
func Agreed(accepted string, acceptedTotal money.Amount, digest string, total money.Amount) Agreement {
	then, now := splitDigest(accepted), splitDigest(digest)
	switch {
	case then.what != now.what:
		return OtherThings
	case total > acceptedTotal, now.toPay > then.toPay, total == acceptedTotal && then.rows != now.rows:
		return OtherPrice
	}
	return AgreedTo
}

// HashRequest identifies a request under its idempotency key.
func HashRequest(request any) (string, error) {
	body, err := json.Marshal(request)
	if err != nil {
		return "", fmt.Errorf("hash a request: %w", err)
	}
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:]), nil
}
