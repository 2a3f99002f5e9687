package purchases

import (
	"hawker/internal/api/call"
	"hawker/internal/offlinepayment"
)

// SendOfflinePaymentInput is the input of sendOfflinePayment and sendTripOfflinePayment.
type SendOfflinePaymentInput struct {
	call.Scope
	call.OrderToken
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Token  string            `json:"token,omitempty" maxLength:"128"`
		Method string            `json:"method,omitempty" maxLength:"40" doc:"Id of one of the offline_methods; absent: the one that it was placed with. Required if it was to be paid through a gateway."`
		Fields map[string]string `json:"fields,omitempty" doc:"What the method asks for, by the ids of its fields."`
		Images []string          `json:"images,omitempty" maxItems:"20" doc:"Ids of uploads with the purpose proof; at most 3."`
	}
}

// Request is what the shopper says about the payment.
func (in *SendOfflinePaymentInput) Request() offlinepayment.Request {
	return offlinepayment.Request{Method: in.Body.Method, Fields: in.Body.Fields, Images: in.Body.Images}
}
