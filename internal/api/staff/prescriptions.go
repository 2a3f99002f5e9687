package staff

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/errs"
	"hawker/internal/order"
	"hawker/internal/upload"
)

func (h *Handlers) registerPrescriptions(a huma.API) {
	huma.Register(a, by(call.Vendors, "answerVendorPrescription", http.MethodPost, "/vendor/prescriptions/{id}"), h.answerPrescription)
	huma.Register(a, by(call.Admins, "answerAdminPrescription", http.MethodPost, "/admin/prescriptions/{id}"), h.answerPrescription)
	for _, op := range []huma.Operation{
		by(call.Vendors, "getVendorUpload", http.MethodGet, "/vendor/uploads/{id}"),
		by(call.Admins, "getAdminUpload", http.MethodGet, "/admin/uploads/{id}"),
	} {
		op.Responses = view.ImageResponse
		huma.Register(a, op, h.getUpload)
	}
}

// answerPrescriptionInput is what a pharmacist says about the prescription of an order.
type answerPrescriptionInput struct {
	call.Scope
	call.KeyHeader
	ID   int64 `path:"id" minimum:"1" doc:"The order's id."`
	Body struct {
		Approve bool   `json:"approve" doc:"false: the order is canceled, and its stock, coupon and money are given back."`
		Reason  string `json:"reason,omitempty" maxLength:"300" doc:"Required to refuse; the shopper reads it."`
	}
}

// answerPrescription takes the answer of a vendor of the order's store, or of an admin.
func (h *Handlers) answerPrescription(ctx context.Context, in *answerPrescriptionInput) (*staffOrderOutput, error) {
	answered, err := h.Orders.DecidePrescription(ctx, who(ctx), order.Decision{OrderID: in.ID, Approve: in.Body.Approve, Reason: in.Body.Reason})
	if err != nil {
		return nil, err
	}
	return h.orderResponse(ctx, answered)
}

type staffUploadInput struct {
	call.Scope
	ID string `path:"id" maxLength:"80" doc:"An id in prescription_images of an order; for admins also in the images of a refund or of an offline_payment."`
}

// getUpload returns an image of an order or a trip to an admin, and that of a prescription
// to a vendor too. Only admins decide about refunds and payments.
func (h *Handlers) getUpload(ctx context.Context, in *staffUploadInput) (*huma.StreamResponse, error) {
	content, err := h.Uploads.OpenAttached(ctx, in.ID, func(to upload.Attached) error {
		if who(ctx).Actor == order.ByVendor && to.Purpose != upload.Prescription {
			return errs.New(errs.NotFound, "This image was not found.")
		}
		_, err := h.Orders.FindForStaff(ctx, who(ctx), to.PurchaseID)
		if errs.Is(err, errs.NotFound) {
			_, err = h.Trips.FindForStaff(ctx, tripStaff(ctx), to.PurchaseID)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return view.Image(content, "no-store"), nil
}

// prescriptionImages returns the images of prescriptions, by order. A rider gets none.
func (h *Handlers) prescriptionImages(ctx context.Context, me order.Staff, orders []order.OrderDetails) (map[int64][]string, error) {
	if me.Actor == order.ByRider {
		return nil, nil
	}
	bare := make([]order.Order, len(orders))
	for i, w := range orders {
		bare[i] = w.Order
	}
	return h.Orders.PrescriptionImages(ctx, bare...)
}
