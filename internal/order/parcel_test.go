package order_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/catalog"
	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/orderhistory"
	"hawker/internal/parcel"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
	"hawker/internal/setting"
)

func byCode(rows []pricing.Row) map[pricing.Code]money.Amount {
	all := map[pricing.Code]money.Amount{}
	for _, r := range rows {
		all[r.Code] = r.Amount
	}
	return all
}

func TestParcel_PCL01_TRAP_R2_everyChangePricesAgain(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		documents := w.OfferParcels(t)
		w.SetSettings(t, func(s *setting.Settings) { s.Parcel.TaxRate = 1000 })
		me := w.Guest(t)
		base := quote(t, w, ordertest.Parcel(me, documents))
		want := map[pricing.Code]money.Amount{"parcel_base": 200, "parcel_distance": 50, "parcel_minimum": 50, "parcel_surge": 30, "tax": 33, "total": 363}
		if diff := cmp.Diff(want, byCode(base.Rows)); diff != "" || len(base.Problems) > 0 {
			t.Fatalf("the price of a parcel: %s%v", diff, base.Problems)
		}
		agreed := w.Agree(t, ordertest.Parcel(me, documents))
		for name, edit := range map[string]func(*order.Request){
			"another package":     func(r *order.Request) { r.Parcel.Quantity = 2 },
			"another destination": func(r *order.Request) { r.Parcel.Receiver.Point = ordertest.FarDoor },
			"another pickup":      func(r *order.Request) { r.Address.Point = ordertest.FarDoor },
			"the receiver pays":   func(r *order.Request) { r.Parcel.Payer = parcel.Receiver },
			"another time":        func(r *order.Request) { r.ScheduleAt = base.Slots[10] },
		} {
			r := agreed
			parcel, to, from := *r.Parcel, *r.Parcel.Receiver, *r.Address
			parcel.Receiver, r.Parcel, r.Address = &to, &parcel, &from
			edit(&r)
			refused(t, w, name, "key-"+name, r, errs.CartChanged)
		}
		far := ordertest.Parcel(me, documents)
		far.Parcel.Receiver.Point, far.Parcel.Quantity = ordertest.FarDoor, 3
		if got := byCode(quote(t, w, far).Rows); got["parcel_distance"] <= 50 || got["parcel_further"] != 200 || got["parcel_minimum"] != 0 {
			t.Errorf("three packages to the far door: %v", got)
		}
	})
}

func TestParcel_PCL01_TRAP_Z1_TRAP_Z2_saysWhatIsMissing(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		documents := w.OfferParcels(t)
		nowhere := geo.Point{Lat: 1, Lng: 1}
		for name, tt := range map[string]struct {
			edit  func(*order.Request)
			codes []string
			field string
		}{
			"no category":         {func(r *order.Request) { r.Parcel.CategoryID = 0 }, []string{order.CategoryMissing}, "parcel_category_id"},
			"another module":      {func(r *order.Request) { r.ModuleID = ordertest.FoodID }, []string{order.CategoryMissing}, "parcel_category_id"},
			"too many":            {func(r *order.Request) { r.Parcel.Quantity = 5 }, []string{order.QuantityLimit}, "parcel_quantity"},
			"no sender":           {func(r *order.Request) { r.Address = nil }, []string{order.AddressMissing}, "address"},
			"no receiver":         {func(r *order.Request) { r.Parcel.Receiver = nil }, []string{order.ReceiverMissing}, "receiver"},
			"picked up outside":   {func(r *order.Request) { r.Address.Point = nowhere }, []string{order.OutOfZone}, "address"},
			"brought outside":     {func(r *order.Request) { r.Parcel.Receiver.Point = nowhere }, []string{order.ReceiverZone}, "receiver"},
			"the receiver's card": {func(r *order.Request) { r.Parcel.Payer, r.PaymentMethod = parcel.Receiver, "digital_payment" }, []string{purchase.PaymentNotOffered, purchase.PaymentNotOffered}, "payment_method"},
			"a store's slot":      {func(r *order.Request) { r.ScheduleAt = w.Clock.Now().Add(-time.Hour) }, []string{order.SlotUnavailable}, "schedule_at"},
		} {
			r := ordertest.Parcel(w.Guest(t), documents)
			tt.edit(&r)
			q := quote(t, w, r)
			if !slices.Equal(codes(q), tt.codes) || q.Problems[0].Field != tt.field {
				t.Errorf("%s: %+v", name, q.Problems)
			}
		}
		w.SetSettings(t, func(s *setting.Settings) { s.Checkout.CashOnDelivery = false })
		r := ordertest.Parcel(w.Guest(t), documents)
		r.Parcel.Payer = parcel.Receiver
		if got := codes(quote(t, w, r)); !slices.Contains(got, order.PayerRefused) {
			t.Errorf("the receiver pays where nobody may pay in cash: %v", got)
		}
		r = ordertest.Parcel(w.Guest(t), documents)
		r.Source = order.FromCart
		if _, err := w.Orders.Quote(t.Context(), r); !errs.Is(err, errs.Invalid) {
			t.Errorf("a parcel from the cart: %v", err)
		}
	})
}

func TestParcel_PCL01_CHK04_isPlacedOnceAndCarried(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		documents := w.OfferParcels(t)
		w.SetSettings(t, func(s *setting.Settings) { s.Checkout.RiderTips = true })
		r := ordertest.Parcel(w.Guest(t), documents)
		r.Parcel.Payer, r.Tip = parcel.Receiver, 70
		r = w.Agree(t, r)
		placed, err := w.Orders.Place(t.Context(), "key-1", r)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := w.Orders.Place(t.Context(), "key-1", r); err != nil || again.ID != placed.ID {
			t.Fatalf("the same key places %d and %d, %v", placed.ID, again.ID, err)
		}
		if placed.StoreID != 0 || placed.ZoneID != ordertest.ZoneID || placed.Receiver.V.Phone != "+12025550177" || placed.Parcel.V.Category != "Documents" || len(placed.Lines) != 0 {
			t.Errorf("it was placed as %+v", placed.Order)
		}
		rider, far, id := w.Rider(t, ordertest.ZoneID), w.Rider(t, ordertest.FarZoneID), placed.ID
		if _, err := w.Orders.Accept(t.Context(), far, id); !errs.Is(err, errs.NotFound) {
			t.Errorf("a rider of another zone: %v", err)
		}
		if offers, _, _, err := w.Orders.Deliveries(t.Context(), rider, catalog.Paging{Size: 20, Number: 1}); err != nil || len(offers) != 1 || offers[0].ID != id {
			t.Errorf("offers are %v, %v", offers, err)
		}
		accepted, err := w.Orders.Accept(t.Context(), rider, id)
		if err != nil || accepted.Status != order.Confirmed || accepted.Moves[1].StaffName != rider.Name {
			t.Fatalf("accepted: %+v, %v", accepted.Moves, err)
		}
		if err := w.Orders.Move(t.Context(), id, order.Canceled, order.ByShopper, ""); !errs.Is(err, errs.Conflict) {
			t.Errorf("a parcel with a rider is canceled by its sender: %v", err)
		}
		if err := w.Orders.SetPosition(t.Context(), rider, ordertest.StorePoint); err != nil {
			t.Errorf("a position on the way to the sender: %v", err)
		}
		for _, to := range []order.Status{order.PickedUp, order.Delivered} {
			if _, err := w.Orders.MoveBy(t.Context(), rider, order.StaffMove{OrderID: id, To: to}); err != nil {
				t.Fatalf("%s: %v", to, err)
			}
		}
		if got := w.Sum(t, ledger.Rider(rider.ID)); got != -70 {
			t.Errorf("the rider's tip is %d", got)
		}
		if cash, fee := w.Sum(t, ledger.Cash), w.Sum(t, ledger.Delivery); cash != placed.Total || fee != -placed.Subtotal {
			t.Errorf("in the books are %d in cash and %d for the carriage", cash, fee)
		}
	})
}

func TestParcel_PCL01_ORD04_moneyComesBack(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		documents := w.OfferParcels(t)
		w.OfferDigital()
		customer, me := w.WithMoney(t, 1000)
		byWallet := ordertest.Parcel(me, documents)
		byWallet.CustomerID, byWallet.Guest, byWallet.PaymentMethod = customer, false, purchase.WalletPayment
		placed := w.Place(t, "key-wallet", byWallet)
		if got := w.Balance(t, ledger.Wallet(customer)); got != 1000-placed.Total {
			t.Errorf("after paying the wallet has %d", got)
		}
		if _, err := w.Orders.Cancel(t.Context(), placed.ID, order.Owner{ShopperID: me}, "mistake"); err != nil {
			t.Fatal(err)
		}
		if got := w.Balance(t, ledger.Wallet(customer)); got != 1000 {
			t.Errorf("after canceling the wallet has %d", got)
		}
		rider := w.Rider(t, ordertest.ZoneID)
		card := w.Place(t, "key-card", ordertest.ByCard(ordertest.Parcel(w.Guest(t), documents)))
		if _, err := w.Orders.Accept(t.Context(), rider, card.ID); !errs.Is(err, errs.NotFound) && !errs.Is(err, errs.Conflict) {
			t.Errorf("an unpaid parcel is offered: %v", err)
		}
		if offers, _, _, _ := w.Orders.Deliveries(t.Context(), rider, catalog.Paging{Size: 20, Number: 1}); len(offers) != 0 {
			t.Errorf("an unpaid parcel is among %d offers", len(offers))
		}
		w.Deliver(t, w.Gateway.Pay(*w.OpenPage(t, card.Order).Session))
		if _, err := w.Orders.Accept(t.Context(), rider, card.ID); err != nil {
			t.Fatalf("after the payment: %v", err)
		}
		gone, err := w.Orders.MoveBy(t.Context(), rider, order.StaffMove{OrderID: card.ID, To: order.Canceled, Reason: "Nobody was there"})
		if err != nil || gone.PaymentStatus != purchase.Refunded {
			t.Errorf("nobody handed it over: %+v, %v", gone.Payment, err)
		}
	})
}

// Cash of the sender is paid at the pickup, and goes back if the parcel does not arrive.
// Cash of the receiver is paid at the delivery.
func TestParcel_PCL01_TRAP_D33_TRAP_M8_cashOfTheSenderIsPaidAtThePickup(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		documents, rider := w.OfferParcels(t), w.Rider(t, ordertest.ZoneID)
		for _, tt := range []struct {
			payer  parcel.Payer
			end    order.Status
			carry  string // its payment while it is carried
			after  string
			inHand money.Amount // what it adds to the cash, in parts of its total
		}{
			{parcel.Sender, order.Failed, purchase.Paid, purchase.Refunded, 0},
			{parcel.Sender, order.Delivered, purchase.Paid, purchase.Paid, 1},
			{parcel.Receiver, order.Failed, purchase.Unpaid, purchase.Unpaid, 0},
			{parcel.Receiver, order.Delivered, purchase.Unpaid, purchase.Paid, 1},
		} {
			name, before := fmt.Sprint(tt.payer, " ", tt.end), w.Sum(t, ledger.Cash)
			r := ordertest.Parcel(w.Guest(t), documents)
			r.Parcel.Payer = tt.payer
			placed := w.Place(t, "key of "+name, r)
			if _, err := w.Orders.Accept(t.Context(), rider, placed.ID); err != nil {
				t.Fatal(err)
			}
			move := func(to order.Status) order.OrderDetails {
				moved, err := w.Orders.MoveBy(t.Context(), rider, order.StaffMove{OrderID: placed.ID, To: to, Reason: "Nobody was there"})
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				return moved
			}
			carried, cash := move(order.PickedUp), w.Sum(t, ledger.Cash)-before
			if carried.PaymentStatus != tt.carry || (cash == placed.Total) != (tt.carry == purchase.Paid) || carried.DueAtDoor() != (tt.payer == parcel.Receiver) {
				t.Errorf("%s: picked up it is %s, and %d came in", name, carried.PaymentStatus, cash)
			}
			if ended := move(tt.end); ended.PaymentStatus != tt.after || w.Sum(t, ledger.Cash)-before != tt.inHand*placed.Total {
				t.Errorf("%s: it is %s, and %d came in", name, ended.PaymentStatus, w.Sum(t, ledger.Cash)-before)
			}
		}
	})
}

func TestParcel_PCL01_PRC03_couponsTakeFromTheCharge(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		documents := w.OfferParcels(t)
		w.Coupon(t, nil)
		w.Coupon(t, func(c *coupon.Coupon) { c.Code, c.Type = "FREE", coupon.FreeDelivery })
		r := ordertest.Parcel(w.Guest(t), documents)
		r.CouponCode = "WELCOME"
		placed := w.Place(t, "key-1", r)
		if placed.CouponDiscount != 100 || placed.Total != 230 {
			t.Errorf("with a coupon: %+v", placed.Rows())
		}
		r.CouponCode = "FREE"
		if q := quote(t, w, r); q.Coupon.Applied || q.Coupon.Refusal.Code != coupon.DeliveryOnly || q.Total != 330 {
			t.Errorf("free delivery of a parcel: %+v, total %d", q.Coupon, q.Total)
		}
	})
}

func TestParcel_PCL01_TRAP_O7_oneOfSeveralRidersWins(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		id := w.Place(t, "key-1", ordertest.Parcel(w.Guest(t), w.OfferParcels(t))).ID
		var together sync.WaitGroup
		results := make([]error, 6)
		for n := range results {
			rider := w.Rider(t, ordertest.ZoneID)
			together.Go(func() { _, results[n] = w.Orders.Accept(t.Context(), rider, id) })
		}
		together.Wait()
		won := 0
		for _, err := range results {
			switch {
			case err == nil:
				won++
			case !errs.Is(err, errs.Conflict):
				t.Errorf("a loser gets %v", err)
			}
		}
		if moves := w.Number(t, `SELECT COUNT(*) FROM order_moves WHERE order_id = $1 AND status = 'confirmed'`, id); won != 1 || moves != 1 {
			t.Errorf("%d riders won, it was confirmed %d times", won, moves)
		}
	})
}

// A parcel whose rider leaves waits as it did before: for a rider, its sender, or its end.
func TestParcel_PCL01_ORD03_ORD05_goesBackToOthersWhenItsRiderLeaves(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		documents, first, second := w.OfferParcels(t), w.Rider(t, ordertest.ZoneID), w.Rider(t, ordertest.ZoneID)
		customer, me := w.WithMoney(t, 1000)
		accepted := func(key string) int64 {
			r := ordertest.Parcel(me, documents)
			r.CustomerID, r.Guest, r.PaymentMethod = customer, false, purchase.WalletPayment
			id := w.Place(t, key, r).ID
			if _, err := w.Orders.Accept(t.Context(), first, id); err != nil {
				t.Fatal(err)
			}
			return id
		}
		again, canceled, left := accepted("key-1"), accepted("key-2"), accepted("key-3")
		w.Clock.Advance(30 * 24 * time.Hour)
		at := w.Clock.Now()
		if err := db.InTx(t.Context(), w.DB, func(tx *db.Tx) error { return order.ReleaseRider(t.Context(), tx, first.ID, at) }); err != nil {
			t.Fatal(err)
		}
		if o := find(t, w, left); o.Status != order.Pending || o.RiderID != nil || len(o.Moves) != 3 || o.Moves[2].Actor != order.BySystem || o.Moves[2].At != at.UnixMilli() || o.UpdatedAt != at.UnixMilli() {
			t.Errorf("without its rider it is %s, %+v", o.Status, o.Moves)
		}
		if offers, _, _, err := w.Orders.Deliveries(t.Context(), second, catalog.Paging{Size: 20, Number: 1}); err != nil || len(offers) != 3 {
			t.Errorf("%d are offered, %v", len(offers), err)
		}
		if o, err := w.Orders.Accept(t.Context(), second, again); err != nil || o.Status != order.Confirmed || len(o.Moves) != 4 {
			t.Errorf("the second rider: %+v, %v", o.Moves, err)
		}
		if o, err := w.Orders.Cancel(t.Context(), canceled, order.Owner{ShopperID: me}, "too_long"); err != nil || o.PaymentStatus != purchase.Refunded {
			t.Errorf("its sender cancels it: %s, %v", o.PaymentStatus, err)
		}
		w.Clock.Advance(71 * time.Hour)
		w.DoJobs(t)
		if o := find(t, w, left); o.Status != order.Pending {
			t.Errorf("after 71 hours it is %s", o.Status)
		}
		w.Clock.Advance(2 * time.Hour)
		w.DoJobs(t)
		if o := find(t, w, left); o.Status != order.Canceled || o.PaymentStatus != purchase.Refunded {
			t.Errorf("after three days it is %s, %s", o.Status, o.PaymentStatus)
		}
		if o := find(t, w, again); o.Status != order.Confirmed {
			t.Errorf("the one with a rider is %s", o.Status)
		}
	})
}

// An order of a store goes on waiting where it was, and is offered as one of today.
func TestDeliveries_ORD03_thoseOfARiderWhoLeavesAreOfferedAmongTheFresh(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 10, nil)
		first, second := w.Rider(t, ordertest.ZoneID), w.Rider(t, ordertest.ZoneID)
		cooking := func(key string) int64 {
			placed := w.Place(t, key, ordertest.BuyNow(w.Guest(t), item, 1))
			bring(t, w, placed, order.Confirmed, order.Processing)
			return placed.ID
		}
		left := cooking("key-1")
		if _, err := w.Orders.Accept(t.Context(), first, left); err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(48 * time.Hour)
		fresh := cooking("key-2")
		if err := db.InTx(t.Context(), w.DB, func(tx *db.Tx) error { return order.ReleaseRider(t.Context(), tx, first.ID, w.Clock.Now()) }); err != nil {
			t.Fatal(err)
		}
		offers, _, _, err := w.Orders.Deliveries(t.Context(), second, catalog.Paging{Size: 20, Number: 1})
		if err != nil || len(offers) != 2 || offers[0].ID != left || offers[1].ID != fresh || offers[0].Status != order.Processing || len(offers[0].Moves) != 3 {
			t.Errorf("offered are %+v, %v", offers, err)
		}
	})
}

func TestParcel_PCL01_TRAP_P1_whoSeesWhat(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		documents := w.OfferParcels(t)
		placed := w.Place(t, "key-1", ordertest.Parcel(w.Guest(t), documents))
		for name, who := range map[string]order.Staff{
			"a vendor of a store": w.Vendor(t, w.Store(t, nil).ID), "a vendor without a store": {Actor: order.ByVendor}, "a rider of another zone": w.Rider(t, ordertest.FarZoneID),
		} {
			if _, err := w.Orders.FindForStaff(t.Context(), who, placed.ID); !errs.Is(err, errs.NotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
		follower := order.Owner{Token: w.Tokens.Following(placed.ID)}
		if access, err := w.Orders.WatchAccess(t.Context(), placed.ID, follower); access != order.SeesDelivery || err != nil {
			t.Errorf("a follower: %d, %v", access, err)
		}
		if _, err := w.Orders.Find(t.Context(), placed.ID, follower); !errs.Is(err, errs.NotFound) {
			t.Errorf("a follower reads the order: %v", err)
		}
		if _, err := w.Orders.Cancel(t.Context(), placed.ID, follower, "mistake"); !errs.Is(err, errs.NotFound) {
			t.Errorf("a follower cancels the order: %v", err)
		}
		if _, err := w.Orders.Follow(t.Context(), placed.ID, order.Owner{Token: w.Tokens.Events(placed.ID)}); !errs.Is(err, errs.NotFound) {
			t.Errorf("a token of events alone: %v", err)
		}
	})
}

func TestParcel_PCL01_PROF05_aDeletedAccountLeavesNoReceiver(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		_, me := w.Customer(t)
		id := w.Place(t, "key-1", ordertest.Parcel(me, w.OfferParcels(t))).ID
		listed, total, err := (&orderhistory.Service{DB: w.DB}).List(t.Context(), me, true, catalog.Paging{Number: 1, Size: 20})
		if err != nil || total != 1 || len(listed[0].Lines) != 1 || listed[0].Lines[0].Name != "Documents" {
			t.Errorf("the list has %+v, %v", listed, err)
		}
		if err := db.InTx(t.Context(), w.DB, func(tx *db.Tx) error { return w.Orders.Anonymize(t.Context(), tx, me) }); err != nil {
			t.Fatal(err)
		}
		if left := w.Number(t, `SELECT COUNT(*) FROM orders WHERE id = $1 AND (receiver LIKE '%Ben%' OR receiver LIKE '%555%')`, id); left != 0 {
			t.Error("the receiver is still known")
		}
	})
}

func TestParcel_PCL01_TRAP_D27_isOfferedAtItsTime(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		r := ordertest.Parcel(w.Guest(t), w.OfferParcels(t))
		slots := quote(t, w, r).Slots
		r.ScheduleAt = slots[len(slots)/2]
		id := w.Place(t, "key-1", r).ID
		rider := w.Rider(t, ordertest.ZoneID)
		if offers, _, _, _ := w.Orders.Deliveries(t.Context(), rider, catalog.Paging{Size: 20, Number: 1}); len(offers) != 0 {
			t.Error("it is offered before its time")
		}
		w.Clock.Advance(r.ScheduleAt.Sub(w.Clock.Now()))
		w.DoJobs(t)
		if offers, _, _, err := w.Orders.Deliveries(t.Context(), rider, catalog.Paging{Size: 20, Number: 1}); err != nil || len(offers) != 1 || offers[0].ID != id {
			t.Errorf("at its time the offers are %v, %v", offers, err)
		}
	})
}
