package call

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/credential"
	"hawker/internal/errs"
	"hawker/internal/staff"
)

// The callers that a call allows, for the API document. A call without any is public, and
// its token is not read.
var (
	// Customers: by the bearer token of a session.
	Customers = []map[string][]string{{"bearer": {}}}
	// Shoppers: a customer, or a guest by their guest id, in a header, the query or
	// the body.
	Shoppers = []map[string][]string{{"bearer": {}}, {"guest": {}}}
	// OrderHolders: the customer whose order it is, or anybody with its tracking token.
	OrderHolders = []map[string][]string{{"bearer": {}}, {"tracking": {}}}
	// Everybody: a guest without a token too, but a customer gets another response.
	Everybody = []map[string][]string{{"bearer": {}}, {}}
)

// By returns the operation with the callers that it allows.
func By(who []map[string][]string, op huma.Operation) huma.Operation {
	op.Security = slices.Clone(who)
	return op
}

// ByShoppers is an operation of guests and customers.
func ByShoppers(id, method, path string) huma.Operation {
	return By(Shoppers, huma.Operation{OperationID: id, Method: method, Path: path})
}

// ByCustomers is an operation of customers alone.
func ByCustomers(id, method, path string) huma.Operation {
	return By(Customers, huma.Operation{OperationID: id, Method: method, Path: path})
}

// ByOrderHolders is an operation on an order or a trip: of its customer, or anybody with
// its tracking token.
func ByOrderHolders(id, method, path string) huma.Operation {
	return By(OrderHolders, huma.Operation{OperationID: id, Method: method, Path: path})
}

// securitySchemes are described once, for the document.
func securitySchemes() map[string]*huma.SecurityScheme {
	schemes := map[string]*huma.SecurityScheme{
		"bearer":   {Type: "http", Scheme: "bearer", Description: "A customer's session (AUTH-06)."},
		"guest":    {Type: "apiKey", In: "header", Name: "X-Guest-Id", Description: "A guest's secret (CART-01). The documented guest_id, in the query or in the body, is taken too; given twice, the two must be equal."},
		"tracking": {Type: "apiKey", In: "header", Name: "X-Order-Token", Description: "An order's tracking token (P1). The token in the query or in the body is taken too; given twice, the two must be equal."},
	}
	maps.Copy(schemes, staffSchemes())
	return schemes
}

// ErrNotSignedIn refuses a guest where only customers may call.
var ErrNotSignedIn = errs.New(errs.Unauthorized, "You are not logged in")

var errExpired = errs.New(errs.Unauthorized, "Your account is inactive or Your token has been expired")

// Identity finds the session of a call.
type Identity struct {
	Credentials *credential.Service // nil: no token is valid
	Staff       *staff.Service      // nil: no token of the staff is valid
	// Changed is called after a call that is no read with the name of the caller's
	// streams, because it may have ended a session.
	Changed func(streams string)
}

type (
	sessionKey struct{}
	tokenKey   struct{}
)

// Middleware reads the session from the database for each call: a session that was
// ended is refused at once, on every instance. It refuses an invalid token (API-05),
// and a call without one where only customers may call.
func (i Identity) Middleware(a huma.API) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		who := ctx.Operation().Security
		if len(who) == 0 {
			next(ctx)
			return
		}
		if roles := rolesOf(who); len(roles) > 0 {
			i.serveStaff(a, ctx, roles, next)
			return
		}
		token, given := bearer(ctx.Header("Authorization"))
		if !given {
			if len(who) == 1 {
				Refuse(a, ctx, ErrNotSignedIn)
				return
			}
			next(ctx)
			return
		}
		session, err := i.session(ctx.Context(), token)
		if err != nil {
			Refuse(a, ctx, err)
			return
		}
		next(huma.WithValue(huma.WithValue(ctx, sessionKey{}, session), tokenKey{}, token))
		if ctx.Method() != http.MethodGet && i.Changed != nil {
			i.Changed(customerStreams(session.CustomerID))
		}
	}
}

func (i Identity) session(ctx context.Context, token string) (credential.Session, error) {
	if i.Credentials == nil {
		return credential.Session{}, errExpired
	}
	session, err := i.Credentials.FindSession(ctx, token)
	if errs.Is(err, errs.Unauthorized) {
		return session, errExpired
	}
	return session, err
}

// Current reads the session of a call again: what lasts longer than a call, such as
// a stream, must end with it. Without a token it returns the zero Session.
func (i Identity) Current(ctx context.Context) (credential.Session, error) {
	token, given := ctx.Value(tokenKey{}).(string)
	if !given {
		return credential.Session{}, nil
	}
	return i.session(ctx, token)
}

// Session returns the session of a call, the zero Session for a guest's. Calls by
// Customers always have one.
func Session(ctx context.Context) credential.Session {
	session, _ := ctx.Value(sessionKey{}).(credential.Session)
	return session
}

// StreamsOf names the event streams of the customer who calls, which are to check their
// session again; "": a guest, who has none.
func StreamsOf(ctx context.Context) string {
	if id := Session(ctx).CustomerID; id != 0 {
		return customerStreams(id)
	}
	return ""
}

func customerStreams(customerID int64) string { return fmt.Sprint("customer ", customerID) }

// bearer reads the Authorization header. A header of another scheme counts as a
// token, which is invalid.
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
