package api

import (
	"context"
	"fmt"
)

func (s *Server) listSessions(ctx context.Context, _ *customerInput) (*sessionsOutput, error) {
	me := signedIn(ctx)
	sessions, err := s.Accounts.Sessions(ctx, me.CustomerID)
	if err != nil {
		return nil, err
	}
	out := new(sessionsOutput)
	out.Body.Sessions = []sessionView{}
	for _, one := range sessions {
		out.Body.Sessions = append(out.Body.Sessions, sessionView{
			ID: one.ID, Device: one.Device, IsCurrent: one.ID == me.ID, CreatedAt: milliseconds(one.CreatedAt), LastSeenAt: milliseconds(one.SeenAt),
		})
	}
	return out, nil
}

func (s *Server) deleteOtherSessions(ctx context.Context, in *otherSessionsInput) (*messageOutput, error) {
	ended, err := s.Accounts.EndOtherSessions(ctx, signedIn(ctx), in.visitor(""))
	if err != nil {
		return nil, err
	}
	switch ended {
	case 0:
		return said("You are signed in nowhere else."), nil
	case 1:
		return said("One other device has been signed out."), nil
	}
	return said(fmt.Sprintf("%d other devices have been signed out.", ended)), nil
}

func (s *Server) deleteSession(ctx context.Context, in *ownInput) (*messageOutput, error) {
	if err := s.Accounts.EndSession(ctx, signedIn(ctx).CustomerID, in.ID); err != nil {
		return nil, err
	}
	return said("That device has been signed out."), nil
}
