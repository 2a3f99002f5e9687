package sandbox

import "context"

// Settle does at once what the job does later.
func (g *Gateway) Settle(ctx context.Context, session string) error { return g.settle(ctx, session) }

// SettleRefund does at once what the job does later.
func (g *Gateway) SettleRefund(ctx context.Context, refundID string) error {
	return g.settleRefund(ctx, refundID)
}
