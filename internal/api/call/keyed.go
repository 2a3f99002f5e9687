package call

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/idempotency"
	"hawker/internal/secret"
)

// keyHeader is the header with the key of a call.
const keyHeader = "Idempotency-Key"

// KeyHeader makes a call that pays or moves money safe to repeat: an input that embeds it
// takes an Idempotency-Key, which Keyed handles. Calls that require one, such as placeOrder,
// handle it themselves.
type KeyHeader struct {
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"128" doc:"A random text. A call that is sent again with the same text has an effect once, and gets the first response for a day. With another body it is refused with 409."`
}

// Keyed responds to repeated calls with their first responses.
type Keyed struct {
	Responses *idempotency.Responses                    // nil: keys have no effect
	Owns      func(purchaseID int64, token string) bool // whether it is the tracking token of the order or trip
}

// Middleware comes after that of Identity, which says who calls.
func (k Keyed) Middleware(a huma.API) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		key := ctx.Header(keyHeader)
		if k.Responses == nil || key == "" || len(key) > maxKeyBytes || !takesKey(ctx.Operation()) {
			next(ctx)
			return
		}
		body, err := io.ReadAll(ctx.BodyReader())
		reread := readCall{ctx, io.MultiReader(bytes.NewReader(body), errorReader{err})}
		caller, known := k.callerOf(ctx, body)
		if err != nil || !known {
			next(reread)
			return
		}
		detached, cancel := detach(ctx.Context())
		defer cancel()
		rec := &recordedCall{humaContext: reread, ctx: detached}
		c := idempotency.Call{Caller: caller, Operation: ctx.Operation().OperationID, Subject: subjectOf(ctx), Key: key, BodyHash: hashBody(body)}
		response, err := k.Responses.Do(ctx.Context(), c, func() idempotency.Response {
			next(rec)
			return idempotency.Response{Status: rec.status, Body: rec.out.String()}
		})
		if err != nil {
			Refuse(a, ctx, err)
			return
		}
		ctx.SetHeader("Content-Type", "application/json")
		ctx.SetStatus(response.Status)
		_, _ = io.WriteString(ctx.BodyWriter(), response.Body) // fails when the client has gone
	}
}

// maxKeyBytes is the longest key that KeyHeader allows. The library refuses longer ones.
const maxKeyBytes = 4 * 128

// takesKey reports whether the input of an operation embeds KeyHeader.
func takesKey(op *huma.Operation) bool {
	return slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool { return p.In == "header" && p.Name == keyHeader && !p.Required })
}

// notPurchaseIDs are the calls whose id is not that of an order or a trip.
var notPurchaseIDs = []string{"decideCharge", "decideFailedRefund"}

// subjectOf returns what a call is about, by the id in its path.
func subjectOf(ctx huma.Context) string {
	id := ctx.Param("id")
	if id == "" || slices.Contains(notPurchaseIDs, ctx.Operation().OperationID) {
		return id
	}
	return idempotency.PurchaseSubject(id)
}

// callerOf returns who makes a call: a member of staff, a customer, or the holder of the tracking
// token. It returns false for anybody else, whom the handler refuses: an invented token must
// not write rows.
func (k Keyed) callerOf(ctx huma.Context, body []byte) (caller string, known bool) {
	if id := Member(ctx.Context()).Member.ID; id != 0 {
		return fmt.Sprint("staff ", id), true
	}
	if id := Session(ctx.Context()).CustomerID; id != 0 {
		return idempotency.CustomerCaller(id), true
	}
	var in struct {
		Token string `json:"token"`
	}
	_ = json.Unmarshal(body, &in) // the library refuses what is not JSON
	token := cmp.Or(ctx.Header("X-Order-Token"), in.Token)
	id, err := strconv.ParseInt(ctx.Param("id"), 10, 64)
	return "token " + secret.HashToken(token), err == nil && k.Owns(id, token)
}

// detach returns a context that a client who goes away does not cancel: the call runs to its
// end, so that its response is there when the client asks again.
func detach(ctx context.Context) (context.Context, context.CancelFunc) {
	if end, ok := ctx.Deadline(); ok {
		return context.WithDeadline(context.WithoutCancel(ctx), end)
	}
	return context.WithCancel(context.WithoutCancel(ctx))
}

// hashBody returns the same for two bodies that only differ in spaces or the order of fields.
func hashBody(body []byte) string {
	sum := sha256.Sum256(normalize(body))
	return hex.EncodeToString(sum[:])
}

// normalize returns a body without spaces and with sorted fields, or as it is if it is not JSON.
func normalize(body []byte) []byte {
	in := json.NewDecoder(bytes.NewReader(body))
	in.UseNumber()
	var value any
	if err := in.Decode(&value); err != nil {
		return body
	}
	sorted, err := json.Marshal(value)
	if err != nil {
		return body
	}
	return sorted
}

// recordedCall keeps the response back, until it is stored.
type recordedCall struct {
	humaContext
	ctx    context.Context // it replaces that of the embedded one
	status int
	out    bytes.Buffer
}

func (c *recordedCall) Unwrap() huma.Context     { return c.humaContext }
func (c *recordedCall) Context() context.Context { return c.ctx }
func (c *recordedCall) SetStatus(code int)       { c.status = code }
func (c *recordedCall) Status() int              { return c.status }
func (c *recordedCall) BodyWriter() io.Writer    { return &c.out }

// readCall is a call whose body was read once.
type readCall struct {
	humaContext
	body io.Reader
}

func (c readCall) Unwrap() huma.Context  { return c.humaContext }
func (c readCall) BodyReader() io.Reader { return c.body }
