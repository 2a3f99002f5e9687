package staff_test

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"slices"
	"strings"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/upload"
)

// prescribed places an order of a medicine, with an image of the prescription.
func (p *place) prescribed(t *testing.T) (o order.OrderDetails, image string) {
	t.Helper()
	medicine := p.Item(t, p.store, 1000, 10, func(i *catalog.Item) { i.Prescription = true })
	r := ordertest.BuyNow(p.Guest(t), medicine, 2)
	image = p.Upload(t, r.ShopperID, upload.Prescription)
	r.PrescriptionImages = []string{image}
	return p.Place(t, "key", r), image
}

// prescribedView has the fields of a prescription.
type prescribedView struct {
	OrderStatus        string   `json:"order_status"`
	CancelReason       string   `json:"cancel_reason"`
	NextStatuses       []string `json:"next_statuses"`
	PrescriptionStatus string   `json:"prescription_status"`
	PrescriptionImages []string `json:"prescription_images"`
}

func (p *place) answer(t *testing.T, token, role string, id int64, body apitest.Fields) apitest.Response {
	t.Helper()
	return p.AsStaff(t, token, "POST", fmt.Sprintf("/%s/prescriptions/%d", role, id), body)
}

func TestPrescription_ITEM11_thePharmacistSeesTheImageAndSaysYes(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		o, image := p.prescribed(t)
		waiting := apitest.Read[prescribedView](t, p.AsStaff(t, p.vendor, "GET", fmt.Sprint("/vendor/orders/", o.ID), nil))
		if waiting.PrescriptionStatus != "waiting" || !slices.Equal(waiting.NextStatuses, []string{"canceled"}) || !slices.Equal(waiting.PrescriptionImages, []string{image}) {
			t.Errorf("before the answer: %+v", waiting)
		}
		shown := p.AsStaff(t, p.vendor, "GET", "/vendor/uploads/"+image, nil)
		if img, err := jpeg.Decode(bytes.NewReader([]byte(shown.Body))); err != nil || img.Bounds().Dx() != 8 || shown.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("the image: %d, %v, %v", shown.Status, err, shown.Header)
		}
		if early := p.move(t, p.vendor, "vendor", o.ID, order.Confirmed); early.Status != 409 || !strings.Contains(early.Body, "The prescription must be approved first.") {
			t.Errorf("confirmed before the answer: %d %s", early.Status, early.Body)
		}
		yes := apitest.Read[prescribedView](t, p.answer(t, p.vendor, "vendor", o.ID, apitest.Fields{"approve": true}))
		if yes.PrescriptionStatus != "approved" || yes.OrderStatus != "pending" || !slices.Equal(yes.NextStatuses, []string{"confirmed", "canceled"}) {
			t.Errorf("after the yes: %+v", yes)
		}
		if again := p.answer(t, p.admin, "admin", o.ID, apitest.Fields{"approve": false, "reason": "Too old"}); again.Status != 409 {
			t.Errorf("a second answer: %d %s", again.Status, again.Body)
		}
		apitest.Read[seen](t, p.move(t, p.vendor, "vendor", o.ID, order.Confirmed))
		p.move(t, p.vendor, "vendor", o.ID, order.Processing)
		p.AsStaff(t, p.rider, "POST", fmt.Sprintf("/rider/orders/%d/accept", o.ID), nil)
		if riders := p.AsStaff(t, p.rider, "GET", "/rider/orders", nil); strings.Contains(riders.Body, "prescription") {
			t.Errorf("TRAP_P5: a rider reads of a prescription: %s", riders.Body)
		}
	})
}

func TestPrescription_ITEM11_ORD05_aNoCancelsWithTheReason(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		o, _ := p.prescribed(t)
		for name, body := range map[string]apitest.Fields{
			"without a reason": {"approve": false}, "with an empty one": {"approve": false, "reason": " "}, "without an answer": {"reason": "Too old"},
		} {
			if a := p.answer(t, p.vendor, "vendor", o.ID, body); a.Status != 422 {
				t.Errorf("%s: %d %s", name, a.Status, a.Body)
			}
		}
		no := apitest.Read[prescribedView](t, p.answer(t, p.vendor, "vendor", o.ID, apitest.Fields{"approve": false, "reason": "Too old"}))
		if no.PrescriptionStatus != "refused" || no.OrderStatus != "canceled" || no.CancelReason != "Too old" {
			t.Errorf("after the no: %+v", no)
		}
		if left := p.Number(t, `SELECT s.quantity FROM stock s JOIN order_lines l ON l.item_id = s.item_id WHERE l.order_id = $1`, o.ID); left != 10 {
			t.Errorf("%d are in stock", left)
		}
	})
}

// A store sees the prescriptions of its orders. It decides about no refund and no payment,
// so their photos are not its to see.
func TestUpload_ITEM11_ORD04_TRAP_P1_aStoreSeesPrescriptionsAlone(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		_, prescription := p.prescribed(t)
		asked, photo := p.requested(t)
		p.OfferOffline(t)
		paid := p.Place(t, "key-bank", ordertest.ByBank(ordertest.BuyNow(p.Guest(t), p.item, 1)))
		proof := p.Upload(t, paid.ShopperID, upload.Proof)
		sent := p.Call(t, "POST", fmt.Sprintf("/orders/%d/offline-payment", paid.ID), fmt.Sprintf(`{"fields":{"number":"1"},"images":[%q]}`, proof), "X-Order-Token", p.Tokens.Tracking(paid.ID))
		if sent.Status != 200 {
			t.Fatalf("the payment: %d %s", sent.Status, sent.Body)
		}
		for image, toStore := range map[string]int{prescription: 200, photo: 404, proof: 404} {
			store, admin := p.AsStaff(t, p.vendor, "GET", "/vendor/uploads/"+image, nil), p.AsStaff(t, p.admin, "GET", "/admin/uploads/"+image, nil)
			if store.Status != toStore || admin.Status != 200 {
				t.Errorf("the store gets %d, want %d; an admin gets %d", store.Status, toStore, admin.Status)
			}
		}
		for _, path := range []string{fmt.Sprint("/vendor/orders/", asked.ID), "/vendor/orders?state=past"} {
			got := p.AsStaff(t, p.vendor, "GET", path, nil)
			if !strings.Contains(got.Body, "One was missing") || strings.Contains(got.Body, photo) {
				t.Errorf("%s: %d %s", path, got.Status, got.Body)
			}
		}
	})
}

// An image is shown only with an order: what is attached to none is its shopper's alone.
func TestUpload_ITEM11_TRAP_P1_withoutAnOrderIsNotShownToStaff(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		loose := p.Upload(t, p.Guest(t), upload.Prescription)
		none := p.AsStaff(t, p.admin, "GET", "/admin/uploads/"+strings.Repeat("0", 32), nil)
		if a := p.AsStaff(t, p.admin, "GET", "/admin/uploads/"+loose, nil); a.Status != 404 || a.Body != none.Body {
			t.Errorf("an image of no order: %d %s", a.Status, a.Body)
		}
		o, image := p.prescribed(t)
		p.Exec(t, `UPDATE uploads SET delete_at = 1 WHERE purchase_id = $1`, o.ID)
		if a := p.AsStaff(t, p.vendor, "GET", "/vendor/uploads/"+image, nil); a.Status != 404 {
			t.Errorf("an image that is to be deleted: %d", a.Status)
		}
	})
}
