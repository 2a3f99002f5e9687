package content

import "context"

// Prune removes who did not confirm in time.
func (n *Newsletter) Prune(ctx context.Context) error { return n.prune(ctx) }
