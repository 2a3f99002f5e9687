package view

import (
	"hawker/internal/locale"
	"hawker/internal/offlinepayment"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/translation"
)

// OfflinePaymentView is the payment of an order or a trip that is paid outside of the shop.
type OfflinePaymentView struct {
	Method  string             `json:"method" doc:"Id of the method."`
	Name    string             `json:"name" doc:"Name of the method."`
	Status  string             `json:"status" enum:"awaited,sent,received,refused" doc:"awaited: the shopper has not sent a payment yet. sent: an admin looks for it. refused: it was not found."`
	Fields  []OfflineGivenView `json:"fields" doc:"What the shopper has written about it."`
	Images  []string           `json:"images" doc:"Ids of uploads. They are deleted some time after the order or trip."`
	Reason  string             `json:"reason" doc:"Why the payment was refused."`
	SentAt  string             `json:"sent_at,omitempty" doc:"RFC 3339."`
	Sending int64              `json:"sending,omitempty" doc:"The number of this payment among those that the shopper has sent, from 1; a corrected one gets the next number. Absent: none was sent."`
	DueAt   string             `json:"due_at,omitempty" doc:"When the order or trip is canceled unless the shopper sends a payment, RFC 3339. Absent: the shopper need not send one."`
}

// OfflineGivenView is something that a shopper says about a payment.
type OfflineGivenView struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	Value string `json:"value"`
}

// OfflineMethodView is a way to pay outside of the shop.
type OfflineMethodView struct {
	ID           string             `json:"id"`
	Name         string             `json:"name"`
	Instructions string             `json:"instructions" doc:"Plain text with line breaks."`
	Fields       []OfflineFieldView `json:"fields"`
	Proof        string             `json:"proof" enum:"none,optional,required" doc:"Whether the form asks for images of the payment."`
}

// OfflineFieldView is something that the method asks about a payment.
type OfflineFieldView struct {
	ID       string `json:"id"`
	Label    string `json:"label"`
	Required bool   `json:"required"`
}

// OfflinePayment returns the payment of a purchase, nil if it is paid otherwise. sent is nil
// if the shopper has sent nothing. texts are those of the reader's language. The reason of a
// refusal, which the staff may have chosen, is in that language too.
func OfflinePayment(r purchase.Row, sent *offlinepayment.Payment, methods setting.Payments, texts translation.Reader, language string) *OfflinePaymentView {
	if r.PaymentMethod != purchase.OfflinePayment {
		return nil
	}
	v := &OfflinePaymentView{Method: r.PaymentGateway, Status: "awaited", Fields: []OfflineGivenView{}, Images: []string{}}
	m, _ := methods.Method(r.PaymentGateway)
	v.Name = texts.Setting(m.Name)
	if r.PaymentDueAt != nil {
		v.DueAt = UnixMilli(*r.PaymentDueAt)
	}
	if sent == nil {
		return v
	}
	v.Method, v.Name, v.Status, v.Reason, v.SentAt = sent.Method, texts.Setting(sent.Name), string(sent.Status), locale.Reason(language, sent.Reason), UnixMilli(sent.SentAt)
	v.Sending, v.Images = sent.Sendings, append(v.Images, sent.Images.V...)
	for _, f := range sent.Fields.V {
		v.Fields = append(v.Fields, OfflineGivenView{ID: f.ID, Label: texts.Setting(f.Label), Value: f.Value})
	}
	return v
}

// OfflineMethods returns ways to pay outside of the shop, with the texts of the reader's
// language.
func OfflineMethods(methods []setting.OfflineMethod, texts translation.Reader) []OfflineMethodView {
	views := make([]OfflineMethodView, len(methods))
	for i, m := range methods {
		views[i] = OfflineMethodView{ID: m.ID, Name: texts.Setting(m.Name), Instructions: texts.Setting(m.Instructions), Fields: []OfflineFieldView{}, Proof: string(m.Proof)}
		for _, f := range m.Fields {
			views[i].Fields = append(views[i].Fields, OfflineFieldView{ID: f.ID, Label: texts.Setting(f.Label), Required: f.Required})
		}
	}
	return views
}

// OfflineOption is a way to pay outside of the shop. Its instructions are in the order or
// the trip.
type OfflineOption struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// OfflineOptions returns ways to pay outside of the shop, as a quote offers them.
func OfflineOptions(methods []setting.OfflineMethod, texts translation.Reader) []OfflineOption {
	views := make([]OfflineOption, len(methods))
	for i, m := range methods {
		views[i] = OfflineOption{m.ID, texts.Setting(m.Name)}
	}
	return views
}
