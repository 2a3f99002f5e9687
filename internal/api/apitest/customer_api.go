package apitest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"mime/multipart"
	"net/http"
	"testing"

	"hawker/internal/api"
	"hawker/internal/application"
	"hawker/internal/catalog"
	"hawker/internal/contact"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/jobs"
	"hawker/internal/notification"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/secret"
	"hawker/internal/signin/signintest"
	"hawker/internal/staff"
	"hawker/web"
)

// CustomerAPI is the real API of a town with accounts.
type CustomerAPI struct {
	*GuestAPI
	AccountFixture *signintest.Fixture
	Staff          *staff.Service
	Applications   *application.Service
	Joining        *jobs.Queue // of the mails about applications; it runs only where a test runs it
}

// What SignUpBody signs up with.
const (
	Email    = "asha@example.com"
	Phone    = "+12025550101"
	Password = "mango-tree-7"
)

// WithCustomerAPI runs a case on both engines. edit, which may be nil, changes what
// the accounts are made of.
func WithCustomerAPI(t *testing.T, edit func(*signintest.Deps), run func(t *testing.T, c *CustomerAPI)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		run(t, NewCustomerAPI(t, open(t), edit, api.Deps{}))
	})
}

// Fields is the body of a call.
type Fields map[string]any

// Post sends a JSON body by POST.
func (c *CustomerAPI) Post(t testing.TB, path string, body Fields, headers ...string) Response {
	t.Helper()
	return c.Send(t, http.MethodPost, path, body, headers...)
}

// Send sends a JSON body.
func (c *CustomerAPI) Send(t testing.TB, method, path string, body Fields, headers ...string) Response {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return c.Call(t, method, path, string(text), headers...)
}

// SignUpBody returns a body that signs Asha up.
func SignUpBody() Fields {
	return Fields{
		"name": "Asha Rao", "email": Email, "phone": Phone, "password": Password, "confirm_password": Password, "tandc": true,
	}
}

// SignIn is the response of a sign-in (AUTH-11).
type SignIn struct {
	Token           string `json:"token"`
	IsPersonalInfo  int    `json:"is_personal_info"`
	IsExistUser     *struct{ Name, Image string }
	IsPhoneVerified int `json:"is_phone_verified"`
	IsEmailVerified int `json:"is_email_verified"`
	Email, Phone    string
	Proof           string
	CartConflict    []struct {
		GuestStore   string `json:"guest_store"`
		AccountStore string `json:"account_store"`
		AccountUnits int64  `json:"account_units"`
	} `json:"cart_conflict"`
	DemoOTP string `json:"demo_otp"`
	Message string
}

// SignUp signs Asha up.
func (c *CustomerAPI) SignUp(t testing.TB) SignIn {
	t.Helper()
	return Read[SignIn](t, c.Post(t, "/auth/sign-up", SignUpBody()))
}

// Bearer returns the header of a session.
func Bearer(token string) []string { return []string{"Authorization", "Bearer " + token} }

// Customer is a customer who is signed in.
type Customer struct {
	ID, ShopperID int64
	Token         string
}

// NewCustomer inserts a customer with a session.
func (c *CustomerAPI) NewCustomer(t testing.TB) Customer {
	t.Helper()
	b := Customer{}
	b.ID, b.ShopperID = c.Customer(t)
	return c.SignInAgain(t, b, fmt.Sprint("token-", b.ID))
}

// SignInAgain inserts another session of a customer.
func (c *CustomerAPI) SignInAgain(t testing.TB, b Customer, token string) Customer {
	t.Helper()
	b.Token = token
	c.Exec(t, `INSERT INTO sessions (token_hash, customer_id, device, created_at, seen_at, confirmed_at) VALUES ($1, $2, 'Test', $3, $3, $3)`,
		secret.HashToken(token), b.ID, c.Clock.Now().UnixMilli())
	return b
}

// CallAs sends a call with the customer's token; without a body when it is nil.
func (c *CustomerAPI) CallAs(t testing.TB, who Customer, method, path string, body Fields) Response {
	t.Helper()
	if body == nil {
		return c.Call(t, method, path, "", Bearer(who.Token)...)
	}
	return c.Send(t, method, path, body, Bearer(who.Token)...)
}

// PlaceAs quotes a checkout and places it, with the customer's token.
func (c *CustomerAPI) PlaceAs(t testing.TB, who Customer, key string, edit func(map[string]any)) Response {
	t.Helper()
	body := func(more func(map[string]any)) Fields {
		return Decode(c.CheckoutBody(func(b map[string]any) {
			delete(b, "guest_id")
			edit(b)
			if more != nil {
				more(b)
			}
		}))
	}
	q := Read[Quote](t, c.CallAs(t, who, "POST", "/checkout/quote", body(nil)))
	agreed := body(func(b map[string]any) { b["accepted_total"], b["quote_digest"] = q.Total, q.Digest })
	return c.Send(t, "POST", "/orders", agreed, append(Bearer(who.Token), "Idempotency-Key", key)...)
}

// AddressBody returns a body that saves an address.
func AddressBody() Fields {
	return Fields{
		"address_type": "home", "address": "2 Hill Street", "latitude": ordertest.Door.Lat, "longitude": ordertest.Door.Lng,
		"contact_person_name": "Asha Rao", "contact_person_number": "2025550123", "house": "12", "additional_information": "",
	}
}

// ProfileForm returns the profile form as a browser sends it.
func ProfileForm(t testing.TB, texts map[string]string, image []byte) (body string, kind string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for field, text := range texts {
		if err := w.WriteField(field, text); err != nil {
			t.Fatal(err)
		}
	}
	if image != nil {
		part, err := w.CreateFormFile("image", "me.png")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write(image)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String(), w.FormDataContentType()
}

// NewCustomerAPI returns the API of a new town with accounts. deps has what the case
// sets differently.
func NewCustomerAPI(t *testing.T, d *db.DB, edit func(*signintest.Deps), deps api.Deps) *CustomerAPI {
	t.Helper()
	fixture := signintest.Open(t, d, edit)
	deps.Credentials, deps.Accounts, deps.SignIn = fixture.Credentials, fixture.Accounts, fixture.SignIn
	deps.Staff = staff.New(staff.Deps{
		DB: d, Clock: fixture.Clock, Jobs: jobs.New(d, fixture.Clock, slog.New(slog.DiscardHandler)), Log: slog.New(slog.DiscardHandler),
		Credentials: fixture.Credentials, ReleaseRider: order.ReleaseRider,
	})
	joining := jobs.New(d, fixture.Clock, slog.New(slog.DiscardHandler))
	deps.Applications = application.NewService(application.Deps{
		DB: d, Clock: fixture.Clock, Settings: fixture.Settings, Jobs: joining, Log: slog.New(slog.DiscardHandler),
		Zones: fixture.Zones, Catalog: catalog.New(d, fixture.Clock), Staff: deps.Staff, Credentials: fixture.Credentials,
		Tokens: fixture.Tokens, Files: fixture.Files, Texts: texts(t), Origin: signintest.Origin,
		Mail: func(_ context.Context, to contact.Email, subject, text string) error {
			return fixture.Messages.Mail(to, subject+"\n"+text)
		},
	})
	return &CustomerAPI{GuestAPI: GuestAPIOf(t, fixture.Fixture, deps), AccountFixture: fixture, Staff: deps.Staff, Applications: deps.Applications, Joining: joining}
}

// texts are the texts of mails.
func texts(t testing.TB) notification.Texts {
	t.Helper()
	all, err := notification.ReadTexts(web.Messages())
	if err != nil {
		t.Fatal(err)
	}
	return all
}
