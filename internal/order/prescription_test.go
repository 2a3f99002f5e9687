package order_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/errs"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/upload"
)

func onPrescription(i *catalog.Item) { i.Name, i.Prescription = "Amoxicillin", true }

// medicine is a request for one medicine, with images that its shopper has uploaded.
func medicine(t *testing.T, w *ordertest.Fixture, images int) order.Request {
	t.Helper()
	r := ordertest.BuyNow(w.Guest(t), w.Item(t, w.Store(t, nil), 1000, 10, onPrescription), 1)
	for range images {
		r.PrescriptionImages = append(r.PrescriptionImages, w.Upload(t, r.ShopperID, upload.Prescription))
	}
	return r
}

// problemsOf returns "code field: message" of a quote's problems.
func problemsOf(t *testing.T, w *ordertest.Fixture, r order.Request) []string {
	t.Helper()
	q, err := w.Orders.Quote(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	all := []string{}
	for _, p := range q.Problems {
		all = append(all, fmt.Sprintf("%s %s: %s", p.Code, p.Field, p.Message))
	}
	return all
}

func TestPlace_ITEM11_needsOneToThreeImagesOfOnesOwn(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		const missing = "prescription_required prescription_images: Please upload your prescription image"
		const gone = "prescription_image_gone prescription_images: One of the images is no longer there. Please upload it again."
		none := medicine(t, w, 0)
		if got := problemsOf(t, w, none); !slices.Equal(got, []string{missing}) {
			t.Errorf("without an image: %q", got)
		}
		if _, err := w.Orders.Place(t.Context(), "key-1", w.Agree(t, none)); !errs.Is(err, errs.Invalid) {
			t.Errorf("placed without an image: %v", err)
		}
		foreign := medicine(t, w, 0)
		foreign.PrescriptionImages = []string{w.Upload(t, w.Guest(t), upload.Prescription)}
		refund := medicine(t, w, 0)
		refund.PrescriptionImages = []string{w.Upload(t, refund.ShopperID, upload.Refund)}
		for name, r := range map[string]order.Request{"another's image": foreign, "an image for a refund": refund} {
			if got := problemsOf(t, w, r); !slices.Equal(got, []string{gone}) {
				t.Errorf("%s: %q", name, got)
			}
			if _, err := w.Orders.Place(t.Context(), "key-1", w.Agree(t, r)); !errs.Is(err, errs.Invalid) {
				t.Errorf("placed with %s: %v", name, err)
			}
		}
		many := medicine(t, w, 4)
		_, err := w.Orders.Quote(t.Context(), many)
		if all := errs.All(err); len(all) != 1 || all[0].Message != "Maximum 3 images can be send at a time." || all[0].Field != "prescription_images" {
			t.Errorf("four images: %v", err)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM orders`); n != 0 {
			t.Errorf("%d orders were placed", n)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM uploads WHERE purchase_id IS NOT NULL`); n != 0 {
			t.Errorf("%d images were attached", n)
		}
		for images := 1; images <= 3; images++ {
			r := medicine(t, w, images)
			placed := w.Place(t, "key-2", r)
			again, err := w.Orders.PrescriptionImages(t.Context(), find(t, w, placed.ID).Order)
			slices.Sort(again[placed.ID])
			slices.Sort(r.PrescriptionImages)
			if err != nil || placed.PrescriptionStatus != order.PrescriptionWaiting || !slices.Equal(again[placed.ID], r.PrescriptionImages) {
				t.Errorf("with %d images: %s, %v, %v", images, placed.PrescriptionStatus, again, err)
			}
		}
	})
}

// The images are no part of the digest, but of what a key stands for; and one image
// serves one order.
func TestPlace_ITEM11_CHK04_imagesBelongToTheKeyAndToOneOrder(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		r := medicine(t, w, 0)
		bare, err := w.Orders.Quote(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		r.PrescriptionImages = []string{w.Upload(t, r.ShopperID, upload.Prescription)}
		r = w.Agree(t, r)
		if r.Digest[:len(r.Digest)/2] != bare.Digest[:len(bare.Digest)/2] || r.AcceptedTotal != bare.Total {
			t.Errorf("the images change the digest: %s and %s", r.Digest, bare.Digest)
		}
		placed, problems := together(8, func(int) (order.OrderDetails, error) { return w.Orders.Place(t.Context(), "key-1", r) })
		for i, err := range problems {
			if err != nil || placed[i].ID != placed[0].ID {
				t.Errorf("the same request again: order %d, %v", placed[i].ID, err)
			}
		}
		other := r
		other.PrescriptionImages = []string{w.Upload(t, r.ShopperID, upload.Prescription)}
		if _, err := w.Orders.Place(t.Context(), "key-1", other); !errs.Is(err, errs.Conflict) {
			t.Errorf("the key with another image: %v", err)
		}
		if _, err := w.Orders.Place(t.Context(), "key-2", r); !errs.Is(err, errs.Invalid) {
			t.Errorf("the image for a second order: %v", err)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM orders`); n != 1 {
			t.Errorf("%d orders were placed", n)
		}
		// Nothing is attached for an item that needs none.
		plain := ordertest.BuyNow(r.ShopperID, w.Item(t, w.Store(t, nil), 500, 5, nil), 1)
		plain.PrescriptionImages = other.PrescriptionImages
		if o := w.Place(t, "key-3", plain); o.PrescriptionStatus != order.NoPrescription {
			t.Errorf("an order without medicine: %s", o.PrescriptionStatus)
		}
	})
}

// yes and no are the decisions of a pharmacist.
func yes(o order.OrderDetails) order.Decision { return order.Decision{OrderID: o.ID, Approve: true} }

func no(o order.OrderDetails, reason string) order.Decision {
	return order.Decision{OrderID: o.ID, Reason: reason}
}

func TestPrescription_ITEM11_yesLetsTheOrderGoOn(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		o := w.Place(t, "key-1", medicine(t, w, 2))
		if err := w.Orders.Move(t.Context(), o.ID, order.Confirmed, order.ByVendor, ""); !errs.Is(err, errs.Conflict) || errs.All(err)[0].Message != "The prescription must be approved first." {
			t.Errorf("confirmed before the answer: %v", err)
		}
		for name, who := range map[string]order.Staff{"another store": w.Vendor(t, w.Store(t, nil).ID), "a rider": w.Rider(t, ordertest.ZoneID)} {
			if _, err := w.Orders.DecidePrescription(t.Context(), who, yes(o)); !errs.Is(err, errs.NotFound) {
				t.Errorf("approved by %s: %v", name, err)
			}
		}
		ctx, stop := context.WithCancel(t.Context())
		running := make(chan struct{})
		go func() { defer close(running); w.Orders.Run(ctx) }()
		defer func() { stop(); <-running }()
		changes, unwatch := w.Orders.Watch(o.ID)
		defer unwatch()
		pharmacist := w.Vendor(t, o.StoreID)
		if got, err := w.Orders.DecidePrescription(t.Context(), pharmacist, yes(o)); err != nil || got.PrescriptionStatus != order.PrescriptionApproved {
			t.Fatalf("the yes: %s, %v", got.PrescriptionStatus, err)
		}
		select {
		case <-changes:
		case <-time.After(20 * time.Second):
			t.Error("the shopper's page learned nothing")
		}
		if got := find(t, w, o.ID); got.PrescriptionStatus != order.PrescriptionApproved || got.Status != order.Pending {
			t.Errorf("after the yes: %s, %s", got.PrescriptionStatus, got.Status)
		}
		if _, err := w.Orders.DecidePrescription(t.Context(), pharmacist, no(o, "Too old")); !errs.Is(err, errs.Conflict) {
			t.Errorf("a second answer: %v", err)
		}
		bring(t, w, o, order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered)
		w.Clock.Advance(31 * 24 * time.Hour)
		if err := w.Uploads.Prune(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM uploads`); n != 0 {
			t.Errorf("%d images are left a month after the delivery", n)
		}
	})
}

func TestPrescription_ITEM11_ORD05_noGivesEverythingBackWithTheReason(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		w.Coupon(t, nil)
		r := medicine(t, w, 1)
		r.CouponCode = "WELCOME"
		o := w.Place(t, "key-1", r)
		pharmacist := w.Vendor(t, o.StoreID)
		for _, reason := range []string{"", "  ", strings.Repeat("x", 301)} {
			if _, err := w.Orders.DecidePrescription(t.Context(), pharmacist, no(o, reason)); !errs.Is(err, errs.Invalid) {
				t.Errorf("refused because of %q: %v", reason, err)
			}
		}
		// No and the shopper's cancellation at once: one of them counts.
		_, problems := together(20, func(i int) (struct{}, error) {
			if i%3 == 2 {
				_, err := w.Orders.Cancel(t.Context(), o.ID, order.Owner{ShopperID: r.ShopperID}, "other")
				return struct{}{}, err
			}
			_, err := w.Orders.DecidePrescription(t.Context(), pharmacist, no(o, "This prescription is too old."))
			return struct{}{}, err
		})
		done := 0
		for _, err := range problems {
			if err == nil {
				done++
			} else if !errs.Is(err, errs.Conflict) {
				t.Error(err)
			}
		}
		got := find(t, w, o.ID)
		refused := got.PrescriptionStatus == order.PrescriptionRefused && got.CancelReason == "This prescription is too old."
		if done != 1 || got.Status != order.Canceled || !refused && got.CancelReason != "Another reason" {
			t.Errorf("%d answers counted: %s, %s, %q", done, got.Status, got.PrescriptionStatus, got.CancelReason)
		}
		if left := w.Number(t, `SELECT quantity FROM stock`); left != 10 {
			t.Errorf("%d are in stock", left)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM coupon_uses WHERE freed_at IS NULL`); n != 0 {
			t.Error("the coupon is still used")
		}
		if n := w.Number(t, `SELECT COALESCE(SUM(amount), 0) FROM ledger_entries WHERE account = 'receivable'`); n != 0 {
			t.Errorf("%d are still owed", n)
		}
	})
}

// A pharmacist may look at a scheduled order before it is due.
func TestPrescription_ITEM11_D27_ofAScheduledOrder(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		r := medicine(t, w, 1)
		r.ScheduleAt = w.Clock.Now().Truncate(time.Hour).Add(24 * time.Hour)
		o := w.Place(t, "key-1", r)
		if _, err := w.Orders.DecidePrescription(t.Context(), w.Admin(t), yes(o)); err != nil {
			t.Fatal(err)
		}
		bring(t, w, o, order.Pending, order.Confirmed)
	})
}
