package view

// CancelReasonsOutput is the response with the reasons that a shopper chooses from.
type CancelReasonsOutput struct {
	Body struct {
		Reasons []CancelReason `json:"reasons"`
	}
}

// CancelReason is one of them.
type CancelReason struct {
	ID     string `json:"id"`
	Reason string `json:"reason"`
}
