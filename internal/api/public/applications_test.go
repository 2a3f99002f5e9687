package public_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hawker/internal/api/apitest"
	"hawker/internal/blob/blobtest"
	"hawker/internal/db"
	"hawker/internal/setting"
)

const deskPassword = "copper-pan-78"

func TestApply_REG01_eachFieldIsRefusedByItsName(t *testing.T) {
	withJoining(t, func(t *testing.T, c *joining) {
		for _, tt := range []struct {
			path   string
			texts  func() map[string]string
			images []string
			bad    map[string][]string // values by field
		}{
			{"/vendors/register", storeForm, storeImages, map[string][]string{
				"store_name": {"", strings.Repeat("a", 121)}, "module_id": {"", "0", "11111", "x"}, "description": {strings.Repeat("a", 1001)},
				"store_phone": {"", "12"}, "store_email": {"olga"}, "minimum_order": {"-1", "1.234", "NaN"}, "delivery_time_min": {"", "0", "1441"},
				"delivery_time_max": {"", "19", "1441"}, "tax": {"-1", "101", "NaN", "1.234"}, "address": {""},
				"latitude": {"", "0", "NaN", "91"}, "zone_id": {"", "99"}, "plan": {"", "none"},
				"name": {"", strings.Repeat("a", 121)}, "phone": {"", "12"}, "email": {"", "olga"}, "password": {"", "short", "1234567890", "olga thyme"},
			}},
			{"/riders/register", riderForm, riderImages, map[string][]string{
				"name": {""}, "phone": {"", "12"}, "email": {"", "ravi"}, "password": {"", "short"}, "zone_id": {"", "99"},
				"vehicle": {"", strings.Repeat("a", 61)}, "identity_type": {"", "letter"}, "identity_number": {"", strings.Repeat("1", 41)},
			}},
		} {
			for field, values := range tt.bad {
				for _, value := range values {
					texts := tt.texts()
					texts[field] = value
					a := c.send(t, tt.path, texts, allImages(tt.images))
					if named := slices.ContainsFunc(a.Errors(t), func(e string) bool { return strings.HasSuffix(e, " "+field) }); a.Status != 422 && a.Status != 400 || !named {
						t.Errorf("%s %s=%q: %d %v", tt.path, field, value, a.Status, a.Errors(t))
					}
				}
			}
			for _, field := range tt.images {
				missing, broken := allImages(tt.images), allImages(tt.images)
				delete(missing, field)
				broken[field] = []byte("<svg></svg>")
				for status, images := range map[int]map[string][]byte{422: missing, 415: broken} {
					if a := c.send(t, tt.path, tt.texts(), images); a.Status != status || !strings.HasSuffix(a.Errors(t)[0], " "+field) {
						t.Errorf("%s without a good %s: %d %s", tt.path, field, a.Status, a.Body)
					}
				}
			}
		}
		// A shop that the zone does not have, and a town without plans.
		if a := c.send(t, "/vendors/register", with(storeForm(), "zone_id", "2", "module_id", "11"), allImages(storeImages)); len(a.Errors(t)) != 2 {
			t.Errorf("a module and a point of another zone: %v", a.Errors(t))
		}
		if n := c.Number(t, `SELECT COUNT(*) FROM applications`); n != 0 {
			t.Errorf("%d refused ones are stored", n)
		}
		c.SetSettings(t, func(s *setting.Settings) { s.Joining.Plans = nil })
		if a := c.send(t, "/vendors/register", with(storeForm(), "plan", ""), allImages(storeImages)); a.Status != 200 {
			t.Errorf("in a town without plans: %d %s", a.Status, a.Body)
		}
	})
}

func TestApply_REG01_aStoreIsApprovedAndOpensItself(t *testing.T) {
	withJoining(t, func(t *testing.T, c *joining) {
		token := c.applyStore(t, nil)
		if got := c.status(t, token); got.Text(t, "status") != "waiting" || got.Header.Get("Cache-Control") != "no-store" || strings.Contains(got.Body, deskPassword) {
			t.Errorf("waiting: %s", got.Body)
		}
		waiting := c.list(t, "waiting")
		if len(waiting) != 1 || waiting[0].PlanName != "Quiet" || waiting[0].MinimumOrder != 5.5 || waiting[0].Tax != 7.25 || len(waiting[0].Images) != 3 {
			t.Fatalf("at the desk: %+v", waiting)
		}
		for _, i := range waiting[0].Images {
			path := fmt.Sprintf("/admin/applications/%d/images/%s", waiting[0].ID, i.ID)
			if a := c.AsStaff(t, c.admin, "GET", path, nil); a.Status != 200 || a.Header.Get("Content-Type") != "image/jpeg" {
				t.Errorf("image %s: %d", i.Field, a.Status)
			}
			if a := c.Call(t, "GET", path, ""); a.Status != 401 {
				t.Errorf("anybody sees the image %s: %d", i.Field, a.Status)
			}
		}
		if a := c.staffSignIn(t, "olga@olive.example"); a.Status != 401 {
			t.Errorf("the owner signs in before the approval: %d", a.Status)
		}

		decided := apitest.Read[entry](t, c.decide(t, waiting[0].ID, apitest.Fields{"approve": true}))
		c.Clock.Advance(3 * time.Second)
		type store struct {
			Name          string
			Open          bool
			Reviews       bool   `json:"reviews_enabled"`
			LogoFullURL   string `json:"logo_full_url"`
			CoverFullURL  string `json:"cover_photo_full_url"`
			DeliveryTime  string `json:"delivery_time"`
			MinimumOrder  float64
			ZoneID        int64 `json:"zone_id"`
			RatingCount   int
			AvgRating     float64
			CurrentOpens  string
			ScheduleOrder bool
		}
		show := func() store { t.Helper(); return apitest.Read[store](t, c.Call(t, "GET", "/stores/olive-thyme", "")) }
		if s := show(); s.Name != "Olive & Thyme" || s.Open || s.Reviews || s.LogoFullURL == "" {
			t.Errorf("the new store is %+v", s)
		}
		if list := c.Call(t, "GET", "/stores/latest", "", "zoneid", "1", "moduleId", "10"); !strings.Contains(list.Body, "Olive \\u0026 Thyme") && !strings.Contains(list.Body, "Olive & Thyme") {
			t.Errorf("it is in no list: %s", list.Body)
		}
		if a := c.Call(t, "GET", fmt.Sprint("/stores/", decided.StoreID, "/reviews"), ""); a.Status != 403 || !strings.Contains(a.Body, "this store is not having any review plan") {
			t.Errorf("ITEM-12: the reviews of a plan without them: %d %s", a.Status, a.Body)
		}
		if got := c.status(t, token); got.Text(t, "status") != "approved" || got.Text(t, "store_slug") != "olive-thyme" {
			t.Errorf("approved: %s", got.Body)
		}

		vendor := apitest.Read[struct{ Token string }](t, c.staffSignIn(t, "OLGA@olive.example")).Token
		hours := apitest.Fields{"week": []apitest.Fields{{"day": 5, "opens": "09:00", "closes": "02:00"}}}
		if a := c.AsStaff(t, vendor, "PUT", "/vendor/store/hours", hours); !strings.Contains(a.Body, `"open":true`) {
			t.Errorf("the store opens: %s", a.Body)
		}
		c.Clock.Advance(3 * time.Second)
		if !show().Open {
			t.Error("it is not open for shoppers")
		}
		if a := c.AsStaff(t, vendor, "PUT", "/vendor/store/hours", apitest.Fields{"week": []apitest.Fields{}}); !strings.Contains(a.Body, `"open":false`) {
			t.Errorf("and closes: %s", a.Body)
		}
		// A second one of the same name gets another slug.
		c.applyStore(t, func(f map[string]string) { f["email"] = "second@olive.example" })
		if again := apitest.Read[entry](t, c.decide(t, c.list(t, "waiting")[0].ID, apitest.Fields{"approve": true})); again.StoreID == decided.StoreID {
			t.Errorf("the second store is %+v", again)
		}
		if n := c.Number(t, `SELECT COUNT(*) FROM stores WHERE slug = 'olive-thyme-2' AND plan = 'quiet'`); n != 1 {
			t.Error("the second store has no slug of its own")
		}
	})
}

func TestApply_REG01_aRiderIsApprovedIntoTheirZone(t *testing.T) {
	withJoining(t, func(t *testing.T, c *joining) {
		c.send(t, "/riders/register", riderForm(), allImages(riderImages))
		c.decide(t, c.list(t, "waiting")[0].ID, apitest.Fields{"approve": true})
		me := apitest.Read[struct {
			Member struct {
				Role, Vehicle string
				ZoneID        int64 `json:"zone_id"`
			}
		}](t, c.staffSignIn(t, "ravi@example.com")).Member
		if me.Role != "rider" || me.ZoneID != 1 || me.Vehicle != "Blue scooter" {
			t.Errorf("the rider is %+v", me)
		}
	})
}

func TestApply_REG01_aZoneThatHasShrunkGetsNoStoreOutside(t *testing.T) {
	withJoining(t, func(t *testing.T, c *joining) {
		c.applyStore(t, nil)
		c.Exec(t, `UPDATE zones SET polygon = '[[65.1,-11.5],[65.11,-11.5],[65.11,-11.49],[65.1,-11.49],[65.1,-11.5]]' WHERE id = 1`)
		c.Clock.Advance(time.Minute)
		id := c.list(t, "waiting")[0].ID
		if a := c.decide(t, id, apitest.Fields{"approve": true}); a.Status != 409 || !strings.Contains(a.Body, "outside of it now") {
			t.Errorf("approved: %d %s", a.Status, a.Body)
		}
		if n := c.Number(t, `SELECT COUNT(*) FROM staff WHERE role = 'vendor'`); n != 0 {
			t.Errorf("%d vendors", n)
		}
		if a := c.decide(t, id, apitest.Fields{"approve": false, "reason": "Outside"}); a.Status != 200 {
			t.Errorf("refused: %d %s", a.Status, a.Body)
		}
	})
}

func TestApply_REG01_oneOfTwoAdminsDecides(t *testing.T) {
	withJoining(t, func(t *testing.T, c *joining) {
		c.applyStore(t, nil)
		id := c.list(t, "waiting")[0].ID
		statuses := make([]int, 6)
		var all sync.WaitGroup
		for n := range statuses {
			all.Go(func() {
				body := apitest.Fields{"approve": n%2 == 0, "reason": "Not now"}
				statuses[n] = c.decide(t, id, body).Status
			})
		}
		all.Wait()
		slices.Sort(statuses)
		if fmt.Sprint(statuses) != "[200 409 409 409 409 409]" {
			t.Errorf("they got %v", statuses)
		}
		stores, staff := c.Number(t, `SELECT COUNT(*) FROM stores`), c.Number(t, `SELECT COUNT(*) FROM staff WHERE role = 'vendor'`)
		if approved := len(c.list(t, "approved")); int(stores) != approved || int(staff) != approved {
			t.Errorf("%d stores and %d vendors of %d approved", stores, staff, approved)
		}
	})
}

func TestApply_REG01_aKnownContactChangesNothingForStrangers(t *testing.T) {
	withJoining(t, func(t *testing.T, c *joining) {
		first, second := c.applyStore(t, nil), c.applyStore(t, nil)
		c.decide(t, c.list(t, "waiting")[0].ID, apitest.Fields{"approve": true})
		third := c.applyStore(t, nil)
		if a, b := c.status(t, second), c.status(t, third); first == second || a.Text(t, "status") != "waiting" || b.Text(t, "status") != "waiting" {
			t.Errorf("with a known email: %s, %s", a.Body, b.Body)
		}
		for _, e := range c.list(t, "waiting") {
			if !e.EmailKnown || e.Others != 2 {
				t.Errorf("the desk is not told: %+v", e)
			}
			if a := c.decide(t, e.ID, apitest.Fields{"approve": true}); a.Status != 409 || !strings.HasSuffix(a.Errors(t)[0], " email") {
				t.Errorf("a second account: %d %s", a.Status, a.Body)
			}
		}
		if n := c.Number(t, `SELECT COUNT(*) FROM stores`); n != 1 {
			t.Errorf("%d stores", n)
		}
		for _, token := range []string{"", "1", first + "x", "2." + strings.Split(first, ".")[1]} {
			if a := c.status(t, token); a.Status != 404 {
				t.Errorf("a token %q: %d", token, a.Status)
			}
		}
	})
}

func TestApply_REG01_sentTwiceItIsOne(t *testing.T) {
	withJoining(t, func(t *testing.T, c *joining) {
		key := []string{"Idempotency-Key", "the-same-request-key"}
		first := c.send(t, "/riders/register", riderForm(), allImages(riderImages), key...)
		again := c.send(t, "/riders/register", riderForm(), allImages(riderImages), key...)
		if first.Text(t, "token") != again.Text(t, "token") || len(c.list(t, "waiting")) != 1 {
			t.Errorf("%s and %s", first.Body, again.Body)
		}
		// One whose images never arrived is not seen, and cannot be sent meanwhile.
		c.Exec(t, `UPDATE applications SET state = 'sending'`)
		if a := c.send(t, "/riders/register", riderForm(), allImages(riderImages), key...); a.Status != 409 {
			t.Errorf("while it is received: %d", a.Status)
		}
		if a := c.status(t, first.Text(t, "token")); a.Status != 404 || len(c.list(t, "waiting")) != 0 {
			t.Errorf("it is seen: %s", a.Body)
		}
	})
}

// After a failure of the files, the same request succeeds when they are back.
func TestApply_REG01_failingFilesLeaveNothing(t *testing.T) {
	withJoining(t, func(t *testing.T, c *joining) {
		s3 := blobtest.Start(t)
		c.Applications.Files = s3.Open(t, s3.Options())
		send := func() apitest.Response {
			return c.send(t, "/riders/register", riderForm(), allImages(riderImages), "Idempotency-Key", "the-same-request-key")
		}
		s3.Fail()
		for range 2 {
			if a := send(); a.Status != 503 || c.Number(t, `SELECT COUNT(*) FROM applications`) != 0 {
				t.Errorf("while the files fail: %d %s", a.Status, a.Body)
			}
		}
		s3.Heal()
		if a := send(); a.Status != 200 || len(c.list(t, "waiting")) != 1 {
			t.Errorf("when they are back: %d %s", a.Status, a.Body)
		}
	})
}

func TestApply_REG01_aTownMayTakeNone(t *testing.T) {
	withJoining(t, func(t *testing.T, c *joining) {
		c.SetSettings(t, func(s *setting.Settings) { s.Joining.Stores = false })
		if a := c.send(t, "/vendors/register", storeForm(), allImages(storeImages)); a.Status != 403 {
			t.Errorf("a store: %d %s", a.Status, a.Body)
		}
		if a := c.send(t, "/riders/register", riderForm(), allImages(riderImages)); a.Status != 200 {
			t.Errorf("a rider: %d %s", a.Status, a.Body)
		}
	})
}

func TestApply_REG01_fewFormsAreReadAtOnce(t *testing.T) {
	withJoining(t, func(t *testing.T, c *joining) {
		body := apitest.NewWaitingForm()
		send := func(ctx context.Context, path string) int { return body.Post(ctx, c, path) }
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() { send(t.Context(), "/vendors/register") })
			<-body.Reads
		}
		short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if status := send(short, "/riders/register"); status != 503 || len(body.Reads) != 0 {
			t.Errorf("a fifth form: %d, %d are read", status, len(body.Reads))
		}
		c.SetSettings(t, func(s *setting.Settings) { s.Joining = setting.Joining{} })
		if status := send(t.Context(), "/riders/register"); status != 403 || len(body.Reads) != 0 {
			t.Errorf("where none are taken: %d, %d are read", status, len(body.Reads))
		}
		close(body.GoOn)
		all.Wait()
	})
}

// A usual reason, which the desk sends in English, is in the language of the applicant.
func TestApply_REG01_I18N01_aRefusalIsInTheLanguageOfTheApplicant(t *testing.T) {
	withJoining(t, func(t *testing.T, c *joining) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go c.Joining.Run(ctx)
		const to = "olga@olive.example"
		token := c.send(t, "/vendors/register", storeForm(), allImages(storeImages), "X-localization", "ar").Text(t, "token")
		c.mail(t, to, 1)
		c.decide(t, c.list(t, "waiting")[0].ID, apitest.Fields{"approve": false, "reason": "The papers have expired"})
		const arabic = "انتهت صلاحية الوثائق"
		if got := c.mail(t, to, 2); !strings.Contains(got, arabic) {
			t.Errorf("the mail: %s", got)
		}
		if a := c.Call(t, "GET", "/application", "", "X-Application-Token", token, "X-localization", "ar"); a.Text(t, "reason") != arabic {
			t.Errorf("the page: %s", a.Body)
		}
		if a := c.Call(t, "GET", "/admin/applications?state=refused", "", append(apitest.Bearer(c.admin), "X-localization", "ar")...); !strings.Contains(a.Body, arabic) {
			t.Errorf("the desk: %s", a.Body)
		}
	})
}

func TestApply_REG01_mailsSayHowItStands(t *testing.T) {
	withJoining(t, func(t *testing.T, c *joining) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go c.Joining.Run(ctx)
		const to = "olga@olive.example"
		token := c.applyStore(t, nil)
		if got := c.mail(t, to, 1); !strings.Contains(got, "Olive & Thyme") || !strings.Contains(got, "https://shop.example/application#"+token) {
			t.Errorf("received: %s", got)
		}
		c.applyStore(t, nil) // on the same day: no second mail to an address that anybody can type
		waiting := c.list(t, "waiting")
		if a := c.decide(t, waiting[1].ID, apitest.Fields{"approve": false}); a.Status != 422 || !strings.HasSuffix(a.Errors(t)[0], " reason") {
			t.Errorf("refused without a reason: %s", a.Body)
		}
		c.decide(t, waiting[1].ID, apitest.Fields{"approve": false, "reason": "The licence has expired."})
		if got := c.mail(t, to, 2); !strings.Contains(got, "The licence has expired.") || !regexp.MustCompile(`/application#\S+\.\S+`).MatchString(got) {
			t.Errorf("refused: %s", got)
		}
		c.decide(t, waiting[0].ID, apitest.Fields{"approve": true})
		if got := c.mail(t, to, 3); !strings.Contains(got, "https://shop.example/desk") {
			t.Errorf("approved: %s", got)
		}
		if n := c.Number(t, `SELECT COUNT(*) FROM applications WHERE password_hash <> ''`); n != 0 {
			t.Error("a decided application keeps the password")
		}
	})
}

func TestApply_REG01_isPrunedWithItsImages(t *testing.T) {
	withJoining(t, func(t *testing.T, c *joining) {
		c.applyStore(t, nil)
		c.send(t, "/riders/register", riderForm(), allImages(riderImages))
		image := c.list(t, "waiting")[0].Images[0].ID
		c.decide(t, c.list(t, "waiting")[0].ID, apitest.Fields{"approve": false, "reason": "No"})
		prune := func(after time.Duration, want int64) {
			t.Helper()
			c.Clock.Advance(after)
			if err := c.Applications.Prune(t.Context()); err != nil {
				t.Fatal(err)
			}
			if n := c.Number(t, `SELECT COUNT(*) FROM applications`); n != want {
				t.Errorf("%d are left, want %d", n, want)
			}
		}
		prune(89*24*time.Hour, 2)
		prune(24*time.Hour, 1)
		if _, err := c.Files.Get(t.Context(), "applications/"+image+".jpg", 1<<20); err == nil {
			t.Error("its image is still there")
		}
		restored := c.Clock.Now().Add(90 * 24 * time.Hour)
		err := db.InTx(t.Context(), c.DB, func(tx *db.Tx) error { return setting.MarkRestored(t.Context(), tx, restored) })
		if err != nil {
			t.Fatal(err)
		}
		prune(90*24*time.Hour, 1) // a newer database may need its images
		prune(7*24*time.Hour, 0)
	})
}
