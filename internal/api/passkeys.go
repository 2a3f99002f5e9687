package api

import (
	"context"
	"encoding/base64"

	"hawker/internal/account"
	"hawker/internal/passkey"
)

func (s *Server) passkeyLoginOptions(ctx context.Context, in *passkeyLoginOptionsInput) (*passkeyLoginOptionsOutput, error) {
	q, err := s.Accounts.AskWhichPasskey(ctx, in.visitor(""))
	if err != nil {
		return nil, err
	}
	return &passkeyLoginOptionsOutput{CacheControl: neverKept, Body: viewChallenge(q)}, nil
}

func (s *Server) passkeyLogin(ctx context.Context, in *passkeyLoginInput) (*signInOutput, error) {
	b := in.Body
	return s.answerSignIn(s.Accounts.SignInByPasskey(ctx, account.PasskeyLogin{
		Visitor: in.visitor(b.GuestID), Proof: b.Proof,
		Signed: passkey.Signed{
			ID: b.Credential.ID, ClientData: b.Credential.ClientDataJSON, AuthenticatorData: b.Credential.AuthenticatorData,
			Signature: b.Credential.Signature, UserHandle: b.Credential.UserHandle,
		},
	}))
}

func (s *Server) listPasskeys(ctx context.Context, _ *customerInput) (*passkeysOutput, error) {
	all, err := s.Accounts.ListPasskeys(ctx, signedIn(ctx).CustomerID)
	if err != nil {
		return nil, err
	}
	out := new(passkeysOutput)
	out.Body.Passkeys = make([]passkeyView, len(all))
	for i, one := range all {
		view := passkeyView{ID: one.ID, Name: one.Name, CreatedAt: milliseconds(one.CreatedAt)}
		if one.UsedAt != nil {
			view.LastUsedAt = milliseconds(*one.UsedAt)
		}
		out.Body.Passkeys[i] = view
	}
	return out, nil
}

func (s *Server) passkeyOptions(ctx context.Context, in *passkeyOptionsInput) (*passkeyOptionsOutput, error) {
	q, err := s.Accounts.AskForPasskey(ctx, signedIn(ctx), in.Body.read())
	if err != nil {
		return nil, err
	}
	out := &passkeyOptionsOutput{CacheControl: neverKept}
	out.Body.PasskeyChallenge, out.Body.RPName = viewChallenge(q), q.SiteName
	out.Body.UserHandle, out.Body.UserName = base64.RawURLEncoding.EncodeToString([]byte(q.Handle)), q.Name
	out.Body.Algorithms, out.Body.Credentials = passkey.Algorithms, append([]string{}, q.Has...)
	return out, nil
}

func (s *Server) postPasskey(ctx context.Context, in *postPasskeyInput) (*messageOutput, error) {
	b := in.Body
	err := s.Accounts.AddPasskey(ctx, signedIn(ctx), account.NewPasskey{
		Visitor: in.visitor(""), Proof: b.Proof, Name: b.Name,
		Created: passkey.Created{ID: b.Credential.ID, ClientData: b.Credential.ClientDataJSON, Attestation: b.Credential.AttestationObject},
	})
	if err != nil {
		return nil, err
	}
	return said("Your passkey has been added."), nil
}

func (s *Server) deletePasskey(ctx context.Context, in *deletePasskeyInput) (*messageOutput, error) {
	if err := s.Accounts.RemovePasskey(ctx, signedIn(ctx), in.ID, in.Body.read(), in.visitor("")); err != nil {
		return nil, err
	}
	return said("Your passkey has been removed."), nil
}

func (b *ConfirmBody) read() account.Reauth {
	if b == nil {
		return account.Reauth{}
	}
	return account.Reauth{Password: b.CurrentPassword, Code: b.ConfirmOTP}
}

func viewChallenge(q account.PasskeyQuestion) PasskeyChallenge {
	return PasskeyChallenge{Proof: q.Proof, Challenge: q.Challenge, RPID: q.SiteID}
}
