// Package mail sends mail over SMTP, with one connection for each mail. It does not retry;
// the job that sends the mail does. It implements account.Mailer. The packages that send a mail
// write its text.
package mail

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"net"
	"net/mail"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"hawker/internal/account"
	"hawker/internal/errs"
)

// timeout is how long sending a mail may take, from connecting until the server has
// accepted it.
const timeout = 15 * time.Second

// Server is a mail server. Safe for concurrent use: each mail has a connection of its
// own.
type Server struct {
	relay   relay
	timeout time.Duration
	tls     *tls.Config
}

// New parses the URL of a server:
//
//	smtp://user:password@host:port?from=Name <a@b>&tls=required
//	smtps://user:password@host:port?from=Name <a@b>
//
// With smtp:// the connection is encrypted if the server supports it (tls=opportunistic,
// the default), or else no mail is sent (tls=required). A password is never sent
// unencrypted, except to this machine. Errors do not contain any part of the URL.
func New(address string) (*Server, error) {
	r, err := parse(address)
	if err != nil {
		return nil, err
	}
	return &Server{relay: r, timeout: timeout, tls: &tls.Config{ServerName: r.host, MinVersion: tls.VersionTLS12}}, nil
}

var _ account.Mailer = (*Server)(nil)

// Send implements account.Mailer. A permanent refusal of the recipient or of the text is
// errs.Invalid, any other error errs.Unavailable. Errors contain the server's codes, but
// not its texts, which may contain addresses.
func (s *Server) Send(ctx context.Context, m account.Mail) error {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	message, err := s.compose(m)
	if err != nil {
		return err
	}
	client, err := s.client(ctx)
	if err != nil {
		return err
	}
	err = client.DialAndSendWithContext(ctx, message)
	if message.IsDelivered() {
		return nil // an error after that, such as at QUIT, does not matter
	}
	if ctx.Err() != nil { // the client only reports a closed connection
		err = ctx.Err()
	}
	return refusal(err)
}

// compose makes a plain text mail to one address. Nothing in m can add a header, because
// the recipient is a bare address and the subject is one line.
func (s *Server) compose(m account.Mail) (*gomail.Msg, error) {
	to, err := mail.ParseAddress(string(m.To))
	if err != nil || to.Address != string(m.To) {
		return nil, errs.New(errs.Invalid, "Must be a valid email").On("email")
	}
	message := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	message.FromMailAddress(&s.relay.from)
	message.ToMailAddress(to)
	message.Subject(strings.Join(strings.Fields(m.Subject), " "))
	message.SetDate()
	message.SetMessageIDWithValue(rand.Text() + "@" + s.relay.domain())
	message.SetGenHeader("Content-Language", cmp.Or(m.Language, "en"))
	message.SetGenHeader("Auto-Submitted", "auto-generated") // prevents out-of-office replies
	if m.Unsubscribe != "" {
		message.SetGenHeader("List-Unsubscribe", "<"+m.Unsubscribe+">")
		message.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	message.SetBodyString(gomail.TypeTextPlain, m.Text)
	return message, nil
}

// client makes a client for one mail. Its connection is closed when ctx ends, because the
// library only has a timeout for each step.
func (s *Server) client(ctx context.Context) (*gomail.Client, error) {
	options := []gomail.Option{
		gomail.WithPort(s.relay.port), gomail.WithTimeout(s.timeout), gomail.WithHELO(s.relay.domain()),
		gomail.WithTLSConfig(s.tls), gomail.WithTLSPolicy(s.relay.security.policy()),
		gomail.WithDialContextFunc(func(_ context.Context, network, address string) (net.Conn, error) {
			return s.dial(ctx, network, address)
		}),
	}
	if s.relay.user != "" {
		options = append(options, gomail.WithUsername(s.relay.user), gomail.WithPassword(s.relay.password),
			gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthPlain, gomail.SMTPAuthLogin, gomail.SMTPAuthCramMD5))
	}
	return gomail.NewClient(s.relay.host, options...)
}

func (s *Server) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = conn.Close() })
	if s.relay.security != implicit {
		return conn, nil
	}
	encrypted := tls.Client(conn, s.tls)
	return encrypted, encrypted.HandshakeContext(ctx)
}

// policy returns the library's setting for STARTTLS.
func (s security) policy() gomail.TLSPolicy {
	switch s {
	case required:
		return gomail.TLSMandatory
	case implicit:
		return gomail.NoTLS // it is encrypted already
	default:
		return gomail.TLSOpportunistic
	}
}
