package payment

import "context"

// HandleWebhook does what a stored webhook says.
func (s *Service) HandleWebhook(ctx context.Context, id int64) error {
	return s.handleWebhook(ctx, webhookBody{id})
}

// ReplaceGateway replaces the gateway of the same name.
func (s *Service) ReplaceGateway(g Gateway) { s.byName[g.Name()] = g }
