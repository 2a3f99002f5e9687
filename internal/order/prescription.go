package order

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"hawker/internal/cart"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/upload"
)

// PrescriptionStatus says whether a pharmacist has seen the prescription of an order
// (ITEM-11).
type PrescriptionStatus string

// The prescription statuses. An order that waits cannot be confirmed.
const (
	NoPrescription       PrescriptionStatus = "none"
	PrescriptionWaiting  PrescriptionStatus = "waiting"
	PrescriptionApproved PrescriptionStatus = "approved"
	PrescriptionRefused  PrescriptionStatus = "refused"
)

// The codes of problems with the images of a prescription.
const (
	PrescriptionRequired  = "prescription_required"
	PrescriptionImageGone = "prescription_image_gone"
)

// prescriptionField is the field of the images in a request.
const prescriptionField = "prescription_images"

// checkPrescription checks the images of the request if an item needs a prescription.
// The sentence is prescribed (ITEM-11).
func (q *Quote) checkPrescription(ctx context.Context, reader db.Q, r Request) error {
	q.Prescription = slices.ContainsFunc(q.Lines, func(l cart.Line) bool { return l.Item.Prescription })
	if !q.Prescription {
		return nil
	}
	if len(r.PrescriptionImages) == 0 {
		q.problem(PrescriptionRequired, prescriptionField, "Please upload your prescription image")
		return nil
	}
	usable, err := upload.Usable(ctx, reader, r.prescription(0), q.now)
	if err == nil && !usable {
		q.problem(PrescriptionImageGone, prescriptionField, "One of the images is no longer there. Please upload it again.")
	}
	return err
}

func (r Request) prescription(orderID int64) upload.Attachment {
	return upload.Attachment{
		ShopperID: r.ShopperID, Purpose: upload.Prescription, PurchaseID: orderID, Keys: r.PrescriptionImages, Field: prescriptionField,
	}
}

// attachPrescription attaches the images to the order, which then waits for a
// pharmacist. Images that no item needs are left alone.
func (p *placement) attachPrescription(ctx context.Context, tx *db.Tx, w *OrderDetails, q Quote) error {
	if !q.Prescription {
		return nil
	}
	if err := upload.Attach(ctx, tx, p.prescription(w.ID), q.now); err != nil {
		return err
	}
	w.PrescriptionStatus = PrescriptionWaiting
	if _, err := db.Exec(ctx, tx, `UPDATE orders SET prescription_status = $2 WHERE id = $1`, w.ID, w.PrescriptionStatus); err != nil {
		return fmt.Errorf("write the status of a prescription: %w", err)
	}
	return nil
}

// Decision is a pharmacist's answer about the prescription of an order.
type Decision struct {
	OrderID int64
	Approve bool
	Reason  string // of a refusal, for the shopper
}

func (d Decision) check() error {
	if reason := strings.TrimSpace(d.Reason); !d.Approve && (reason == "" || utf8.RuneCountInString(reason) > maxReasonLength) {
		return invalid("reason", "Please give a reason of at most 300 characters.")
	}
	return nil
}

// DecidePrescription takes a pharmacist's answer: yes lets the order be confirmed, no
// cancels it with the reason and gives everything back. It may be given by a vendor of
// the order's store, and by an admin. An order that waits for no answer is errs.Conflict.
func (s *Service) DecidePrescription(ctx context.Context, who Staff, d Decision) (OrderDetails, error) {
	err := db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		o, err := lockOrder(ctx, tx, d.OrderID)
		if err != nil {
			return err
		}
		if err := who.checkMove(o); err != nil {
			return err
		}
		if err := d.check(); err != nil {
			return err
		}
		m := statusMove{Order: o, to: Canceled, by: who.Actor, staff: &who, reason: strings.TrimSpace(d.Reason), at: s.moveTime(o), service: s}
		if !o.MayMove(m.to, m.by) {
			return errs.New(errs.Conflict, "The order is %s already.", statusWords[o.Status])
		}
		if err := o.decidePrescription(ctx, tx, d.Approve, m.at); err != nil {
			return err
		}
		var items []int64
		if !d.Approve {
			if items, err = m.apply(ctx, tx); err != nil {
				return err
			}
		}
		return s.orderChanged(ctx, tx, o, items)
	})
	if err != nil {
		return OrderDetails{}, err
	}
	return readDetails(ctx, s.DB.R, d.OrderID)
}

// decidePrescription writes the answer. Of several at the same time one succeeds.
func (o Order) decidePrescription(ctx context.Context, tx *db.Tx, approve bool, at time.Time) error {
	decided := PrescriptionRefused
	if approve {
		decided = PrescriptionApproved
	}
	n, err := db.Exec(ctx, tx, `
		UPDATE orders SET prescription_status = $3, updated_at = $4 WHERE id = $1 AND status = $2 AND prescription_status = 'waiting'`,
		o.ID, o.Status, decided, at.UnixMilli())
	if err != nil {
		return fmt.Errorf("decide about a prescription: %w", err)
	}
	if n == 0 {
		return errs.New(errs.Conflict, "No prescription of this order waits for an answer.")
	}
	return nil
}

// PrescriptionImages returns the keys of the images of prescriptions, by order. Some may
// be deleted already. Without a prescription among the orders it reads nothing.
func (s *Service) PrescriptionImages(ctx context.Context, orders ...Order) (map[int64][]string, error) {
	var ids []int64
	for _, o := range orders {
		if o.PrescriptionStatus != NoPrescription {
			ids = append(ids, o.ID)
		}
	}
	return upload.OfOrders(ctx, s.DB.R, ids, upload.Prescription)
}
