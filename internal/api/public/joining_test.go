package public_test

import (
	"bytes"
	"fmt"
	"maps"
	"mime/multipart"
	"net/http"
	"slices"
	"testing"
	"time"

	"hawker/internal/api/apitest"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
)

// joining is a town that takes applications, and an admin.
type joining struct {
	*apitest.CustomerAPI
	admin string // token
	sent  int
}

func withJoining(t *testing.T, run func(t *testing.T, c *joining)) {
	t.Helper()
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		c.SetSettings(t, func(s *setting.Settings) {
			s.Joining = setting.Joining{Stores: true, Riders: true, Plans: []setting.Plan{
				{ID: "stall", Name: "Stall", Price: "12%", Description: "All of it", Reviews: true}, {ID: "quiet", Name: "Quiet", Price: "9%", Description: "No reviews"},
			}}
		})
		run(t, &joining{CustomerAPI: c, admin: c.SignInStaff(t, c.Admin(t))})
	})
}

func storeForm() map[string]string {
	return map[string]string{
		"store_name": "Olive & Thyme", "module_id": "10", "description": "Warm plates", "store_phone": "+12025550177", "store_email": "hello@olive.example",
		"minimum_order": "5.50", "delivery_time_min": "20", "delivery_time_max": "35", "tax": "7.25", "address": "4 Quay",
		"latitude": fmt.Sprint(ordertest.StorePoint.Lat), "longitude": fmt.Sprint(ordertest.StorePoint.Lng), "zone_id": "1", "plan": "quiet",
		"name": "Olga Thyme", "phone": "+12025550178", "email": "olga@olive.example", "password": deskPassword,
	}
}

func riderForm() map[string]string {
	return map[string]string{
		"name": "Ravi Das", "phone": "+12025550179", "email": "ravi@example.com", "password": deskPassword, "zone_id": "1",
		"vehicle": "Blue scooter", "identity_type": "passport", "identity_number": "X 123",
	}
}

var (
	storeImages = []string{"logo", "cover", "document_1"}
	riderImages = []string{"identity_1", "photo"}
)

// form is a form as a browser sends it.
func form(t *testing.T, texts map[string]string, images map[string][]byte) (body, kind string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for field, text := range texts {
		_ = w.WriteField(field, text)
	}
	for field, image := range images {
		part, err := w.CreateFormFile(field, "image.png")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write(image)
	}
	_ = w.Close()
	return b.String(), w.FormDataContentType()
}

// send sends an application with a key of its own, unless headers have one.
func (c *joining) send(t *testing.T, path string, texts map[string]string, images map[string][]byte, headers ...string) apitest.Response {
	t.Helper()
	body, kind := form(t, texts, images)
	if !slices.Contains(headers, "Idempotency-Key") {
		c.sent++
		headers = append(headers, "Idempotency-Key", fmt.Sprintf("request-%020d", c.sent))
	}
	return c.Call(t, http.MethodPost, path, body, append(headers, "Content-Type", kind)...)
}

func allImages(fields []string) map[string][]byte {
	images := map[string][]byte{}
	for _, field := range fields {
		images[field] = ordertest.Image()
	}
	return images
}

func (c *joining) applyStore(t *testing.T, edit func(map[string]string)) (token string) {
	t.Helper()
	texts := storeForm()
	if edit != nil {
		edit(texts)
	}
	return c.send(t, "/vendors/register", texts, allImages(storeImages)).Text(t, "token")
}

// entry is an application at the desk.
type entry struct {
	ID                     int64
	Status                 string
	StoreID                int64  `json:"store_id"`
	StoreSlug              string `json:"store_slug"`
	EmailKnown             bool   `json:"email_known"`
	Others                 int
	Images                 []struct{ ID, Field string }
	PlanName               string  `json:"plan_name"`
	MinimumOrder           float64 `json:"minimum_order"`
	Tax                    float64
	IdentityNumber, Reason string
}

func (c *joining) list(t *testing.T, state string) []entry {
	t.Helper()
	return apitest.Read[struct{ Applications []entry }](t, c.AsStaff(t, c.admin, "GET", "/admin/applications?state="+state, nil)).Applications
}

func (c *joining) decide(t *testing.T, id int64, body apitest.Fields) apitest.Response {
	t.Helper()
	return c.AsStaff(t, c.admin, "POST", fmt.Sprint("/admin/applications/", id), body)
}

func (c *joining) status(t *testing.T, token string) apitest.Response {
	t.Helper()
	return c.Call(t, "GET", "/application", "", "X-Application-Token", token)
}

func with(texts map[string]string, pairs ...string) map[string]string {
	texts = maps.Clone(texts)
	for i := 0; i < len(pairs); i += 2 {
		texts[pairs[i]] = pairs[i+1]
	}
	return texts
}

func (c *joining) staffSignIn(t *testing.T, email string) apitest.Response {
	t.Helper()
	return c.Post(t, "/staff/login", apitest.Fields{"email": email, "password": deskPassword})
}

// mail waits for the n-th mail to an address.
func (c *joining) mail(t *testing.T, to string, n int) string {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if sent := c.AccountFixture.Messages.To(to); len(sent) >= n {
			return sent[n-1]
		}
	}
	t.Fatalf("no mail %d to %s", n, to)
	return ""
}
