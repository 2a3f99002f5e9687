package content

import "context"

// Prune deletes addresses that were not confirmed in time.
func (n *Newsletter) Prune(ctx context.Context) error { return n.prune(ctx) }
