package purchases

import (
	"context"

	"hawker/internal/api/call"
	"hawker/internal/offlinepayment"
	"hawker/internal/shopper"
)

// SendOfflinePaymentInput is the input of sendOfflinePayment and sendTripOfflinePayment.
type SendOfflinePaymentInput struct {
	call.Scope
	call.KeyHeader
	call.OrderToken
	call.GuestHeader
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Token  string            `json:"token,omitempty" maxLength:"128"`
		Method string            `json:"method,omitempty" maxLength:"40" doc:"The id of one of the offline_methods. Absent: the method with which it was placed. Required if it was to be paid through a gateway."`
		Fields map[string]string `json:"fields,omitempty" doc:"What the method asks for, by the ids of its fields."`
		Images []string          `json:"images,omitempty" maxItems:"20" doc:"Ids of uploads with the purpose proof; at most 3."`
	}
}

// Request is what the shopper says about the payment.
func (in *SendOfflinePaymentInput) Request(ctx context.Context, shoppers *shopper.Service) (offlinepayment.Request, error) {
	sender, err := in.ShopperEvenRetired(ctx, shoppers, "")
	return offlinepayment.Request{Method: in.Body.Method, Fields: in.Body.Fields, Images: in.Body.Images, SenderID: sender}, err
}
