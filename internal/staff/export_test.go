package staff

import "context"

// Prune is prune.
func Prune(ctx context.Context, s *Service) error { return s.prune(ctx) }
