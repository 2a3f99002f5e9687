package call

import "context"

// MessageOutput is the response of a call that returns nothing but its success.
type MessageOutput struct{ Body message }

type message struct {
	Message string `json:"message" doc:"A sentence that is shown as a toast (API-07)."`
}

// NewMessage returns the response with this sentence, in its language.
func NewMessage(ctx context.Context, english string) *MessageOutput {
	return &MessageOutput{Body: message{Message: Say(ctx, english)}}
}
