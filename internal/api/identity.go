package api

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/account"
	"hawker/internal/errs"
	"hawker/internal/shopper"
)

// Who may make a call, as the document says it. A call without any is public
// and reads no token.
var (
	// customers: the bearer token of a signed-in customer.
	customers = []map[string][]string{{"bearer": {}}}
	// shoppers: a customer, or a guest by their guest id, in a header, the query or
	// the body.
	shoppers = []map[string][]string{{"bearer": {}}, {"guest": {}}}
	// holders: the customer whose order it is, or whoever has its tracking token.
	holders = []map[string][]string{{"bearer": {}}, {"tracking": {}}}
	// everybody: the answer is another for a customer.
	everybody = []map[string][]string{{"bearer": {}}, {}}
)

// securitySchemes are described once, for the document.
func securitySchemes() map[string]*huma.SecurityScheme {
	return map[string]*huma.SecurityScheme{
		"bearer":   {Type: "http", Scheme: "bearer", Description: "A customer's session (AUTH-06)."},
		"guest":    {Type: "apiKey", In: "header", Name: "X-Guest-Id", Description: "A guest's secret (CART-01). The documented guest_id, in the query or in the body, is taken too; given twice, the two must be equal."},
		"tracking": {Type: "apiKey", In: "header", Name: "X-Order-Token", Description: "An order's tracking token (P1). The token in the query or in the body is taken too; given twice, the two must be equal."},
	}
}

type (
	identityKey struct{}
	tokenKey    struct{} // the bearer token, for what lasts longer than a call
)

var (
	errNotSignedIn = errs.New(errs.Unauthorized, "You are not logged in")
	errExpired     = errs.New(errs.Unauthorized, "Your account is inactive or Your token has been expired")
)

// identify finds out who calls, from the database each time: a session that was
// ended is over at once, on every instance. It refuses a token that is none
// (API-05), and everybody without one where only customers may call.
func (s *Server) identify(a huma.API) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		who := ctx.Operation().Security
		if len(who) == 0 {
			next(ctx)
			return
		}
		token, given := bearer(ctx.Header("Authorization"))
		if !given {
			if len(who) == 1 {
				_ = huma.WriteErr(a, ctx, http.StatusUnauthorized, "", errNotSignedIn)
				return
			}
			next(ctx)
			return
		}
		session, err := s.session(ctx.Context(), token)
		if err != nil {
			_ = huma.WriteErr(a, ctx, http.StatusInternalServerError, "", err)
			return
		}
		next(huma.WithValue(huma.WithValue(ctx, identityKey{}, session), tokenKey{}, token))
		if ctx.Method() != http.MethodGet { // it may have ended a session
			s.streams.nudge(session.CustomerID)
		}
	}
}

func (s *Server) session(ctx context.Context, token string) (account.Session, error) {
	if s.Accounts == nil {
		return account.Session{}, errExpired
	}
	session, err := s.Accounts.ByToken(ctx, token)
	if errs.Is(err, errs.Unauthorized) {
		return session, errExpired
	}
	return session, err
}

// bearer reads the Authorization header; a header of another kind is a token
// that nobody has.
func bearer(header string) (token string, given bool) {
	if header == "" {
		return "", false
	}
	kind, token, _ := strings.Cut(header, " ")
	if !strings.EqualFold(kind, "bearer") {
		return "", true
	}
	return strings.TrimSpace(token), true
}

// signedIn is the session of a call, the zero Session for a guest's. On calls
// for customers alone there always is one.
func signedIn(ctx context.Context) account.Session {
	session, _ := ctx.Value(identityKey{}).(account.Session)
	return session
}

// shopper is who shops: the customer of the token, or the guest who holds the
// secret. What they own is found by their id alone.
func (s *Server) shopper(ctx context.Context, header GuestHeader, guestID string) (shopper.Shopper, error) {
	if session := signedIn(ctx); session.ShopperID != 0 {
		return shopper.Shopper{ID: session.ShopperID}, nil
	}
	guestID, err := oneOf(header.HeaderGuestID, guestID, "guest_id")
	if err != nil {
		return shopper.Shopper{}, err
	}
	return s.Shoppers.Guest(ctx, guestID)
}

// Secrets may stand in a header, where no log of addresses and no history finds
// them, and where the documents put them. Two that differ are refused, so that
// nobody acts for another than the one who was checked.

// GuestHeader is how a guest says who they are.
type GuestHeader struct {
	HeaderGuestID string `header:"X-Guest-Id" maxLength:"128" doc:"The guest's secret; absent when signed in."`
}

// OrderToken is how whoever holds an order's tracking token says so.
type OrderToken struct {
	HeaderToken string `header:"X-Order-Token" maxLength:"128" doc:"The order's tracking token, in the place of a session."`
}

// oneOf returns what was given of a header and of the field that means the same.
func oneOf(header, other, field string) (string, error) {
	if header != "" && other != "" && header != other {
		return "", malformed("The header and this field differ.").On(field)
	}
	return cmp.Or(header, other), nil
}

// by gives an operation to those who may call it.
func by(who []map[string][]string, op huma.Operation) huma.Operation {
	op.Security = slices.Clone(who)
	return op
}
