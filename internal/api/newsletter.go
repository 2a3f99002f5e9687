package api

import "context"

// The answer is the same whether or not the address was known.
const (
	saidSubscribed = "Thank you for subscribing!"
	saidConfirm    = "Thank you for subscribing! If your address is new to us, a mail with a link to confirm it is on its way."
)

// subscribeNewsletter takes an address once and thanks for it every time (HDR-08).
func (s *Server) subscribeNewsletter(ctx context.Context, in *newsletterInput) (*messageOutput, error) {
	if err := s.News.Subscribe(ctx, in.Body.Email); err != nil {
		return nil, err
	}
	if s.News.Confirms() {
		return said(saidConfirm), nil
	}
	return said(saidSubscribed), nil
}

func (s *Server) confirmNewsletter(ctx context.Context, in *newsletterTokenInput) (*messageOutput, error) {
	if err := s.News.Confirm(ctx, in.Body.Token); err != nil {
		return nil, err
	}
	return said("You are on our list now. Thank you!"), nil
}

func (s *Server) leaveNewsletter(ctx context.Context, in *newsletterTokenInput) (*messageOutput, error) {
	if err := s.News.Leave(ctx, in.Body.Token); err != nil {
		return nil, err
	}
	return said("You are no longer on our list."), nil
}
