package api

import "context"

// subscribeNewsletter takes an address once and thanks for it every time (HDR-08).
func (s *Server) subscribeNewsletter(ctx context.Context, in *newsletterInput) (*messageOutput, error) {
	added, err := s.Content.Subscribe(ctx, in.Body.Email)
	if err != nil {
		return nil, err
	}
	if !added {
		return &messageOutput{Body: message{"You are already on our list. Thank you!"}}, nil
	}
	return &messageOutput{Body: message{"Thank you for subscribing!"}}, nil
}
