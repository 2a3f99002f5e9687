package conversation_test

import (
	"testing"
	"time"

	"hawker/internal/catalog/catalogtest"
	"hawker/internal/conversation"
	"hawker/internal/errs"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/refund"
	"hawker/internal/staff"
	"hawker/internal/vehicle/vehicletest"
)

func TestStart_CHAT01_anArchivedProviderIsUnknown(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		vehicletest.In(t, w.DB, catalogtest.Of(t, w.DB)).Provider(1, nil)
		with := conversation.Start{With: conversation.Provider, ProviderID: 1}
		id := w.start(t, w.me, with)
		w.Exec(t, `UPDATE providers SET archived = TRUE WHERE id = 1`)
		_, err := w.Conversations.Start(t.Context(), w.customer(t), with)
		refused(t, "after it was archived", err, errs.NotFound)
		expect(t, "the conversation from before", w.find(t, w.me, id).ID, id)
	})
}

func TestStart_CHAT01_PERM02_aRiderIsReachedWhileTheyHaveTheOrder(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		r := ordertest.BuyNow(w.me.ShopperID, w.Item(t, w.store, 1000, ordertest.Unlimited, nil), 1)
		r.Guest = false
		o := w.Place(t, "key-1", r)
		with := conversation.Start{With: conversation.Rider, OrderID: o.ID}
		_, err := w.Conversations.Start(t.Context(), w.me, with)
		refused(t, "without a rider", err, errs.Conflict)
		_, err = w.Conversations.Start(t.Context(), w.customer(t), with)
		refused(t, "of another's order", err, errs.NotFound)
		w.move(t, o.ID, order.Confirmed, order.Processing)
		who := w.Rider(t, ordertest.ZoneID)
		if _, err := w.Orders.Accept(t.Context(), who, o.ID); err != nil {
			t.Fatal(err)
		}
		rider, id := conversation.Party{StaffID: who.ID, Role: staff.Rider}, w.start(t, w.me, with)
		w.say(t, w.me, id, "the gate is green")
		w.say(t, rider, id, "thank you")
		w.move(t, o.ID, order.Handover, order.PickedUp, order.Delivered)
		w.Clock.Advance(time.Hour)
		w.say(t, w.me, id, "I left my umbrella with you")
		w.Clock.Advance(time.Hour + time.Minute)
		_, err = w.Conversations.Find(t.Context(), rider, id)
		refused(t, "two hours after the end", err, errs.NotFound)
		expect(t, "to the customer it is", w.find(t, w.me, id).StateFor(w.me), conversation.Over)
		_, err = w.Conversations.Send(t.Context(), w.me, conversation.NewMessage{ConversationID: id, ClientKey: "after-the-end", Text: "x"})
		refused(t, "the customer writes", err, errs.Conflict)
	})
}

func TestStart_CHAT01_PCL01_aParcelHasNoStore(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		r := ordertest.Parcel(w.me.ShopperID, w.OfferParcels(t))
		r.Guest = false
		o := w.Place(t, "key-1", r)
		_, err := w.Conversations.Start(t.Context(), w.me, conversation.Start{With: conversation.Store, OrderID: o.ID})
		refused(t, "with the store of a parcel", err, errs.NotFound)
	})
}

func TestStart_CHAT01_PERM02_aDecidedRefundDoesNotReachTheRiderAgain(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		r := ordertest.BuyNow(w.me.ShopperID, w.Item(t, w.store, 1000, ordertest.Unlimited, nil), 1)
		r.Guest = false
		o := w.Place(t, "key-1", r)
		w.move(t, o.ID, order.Confirmed, order.Processing)
		who := w.Rider(t, ordertest.ZoneID)
		if _, err := w.Orders.Accept(t.Context(), who, o.ID); err != nil {
			t.Fatal(err)
		}
		rider, id := conversation.Party{StaffID: who.ID, Role: staff.Rider}, w.start(t, w.me, conversation.Start{With: conversation.Rider, OrderID: o.ID})
		w.move(t, o.ID, order.Handover, order.PickedUp, order.Delivered)
		w.Clock.Advance(48 * time.Hour)
		if _, err := w.Orders.RequestRefund(t.Context(), o.ID, order.Owner{ShopperID: w.me.ShopperID}, refund.Request{Reason: "late"}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Orders.DecideRefund(t.Context(), w.Admin(t), refund.Decision{PurchaseID: o.ID, Reason: "It was on time"}); err != nil {
			t.Fatal(err)
		}
		_, err := w.Conversations.Find(t.Context(), rider, id)
		refused(t, "two days after the end, the rider", err, errs.NotFound)
		expect(t, "to the customer it is", w.find(t, w.me, id).StateFor(w.me), conversation.Over)
	})
}

// A parcel has its rider before the pickup: they come to the sender's door.
func TestStart_CHAT01_PCL01_theRiderOfAParcelIsReachedBeforeThePickup(t *testing.T) {
	engines(t, func(t *testing.T, w *town) {
		r := ordertest.Parcel(w.me.ShopperID, w.OfferParcels(t))
		r.Guest = false
		o := w.Place(t, "key-1", r)
		who := w.Rider(t, ordertest.ZoneID)
		if _, err := w.Orders.Accept(t.Context(), who, o.ID); err != nil {
			t.Fatal(err)
		}
		rider, id := conversation.Party{StaffID: who.ID, Role: staff.Rider}, w.start(t, w.me, conversation.Start{With: conversation.Rider, OrderID: o.ID})
		expect(t, "to the sender it is", w.find(t, w.me, id).StateFor(w.me), conversation.Open)
		w.say(t, w.me, id, "the bell is broken")
		expect(t, "the rider reads", w.read(t, rider, id, 0), []string{"1 the bell is broken"})
		w.say(t, rider, id, "I will knock")
		if err := w.Orders.Move(t.Context(), o.ID, order.Canceled, order.ByAdmin, "Nobody was there"); err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(2*time.Hour + time.Minute)
		expect(t, "two hours after it was canceled", w.find(t, w.me, id).StateFor(w.me), conversation.Over)
	})
}
