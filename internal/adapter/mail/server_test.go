package mail_test

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// smtpServer is a mail server for tests, with the mails that it received.
type smtpServer struct {
	addr      string
	authority *x509.CertPool
	host      string // "": 127.0.0.1
	user      string // "": no sign-in
	password  string
	refuse    map[string]error // by command

	mu        sync.Mutex
	mails     []receivedMail
	passwords int
}

type receivedMail struct {
	from, to, text string
	encrypted      bool
	user           string
}

const (
	plain     = "plain"     // no encryption at all
	startTLS  = "starttls"  // STARTTLS is offered
	fromStart = "fromStart" // smtps
)

// open starts the server, which ends with the test.
func (p *smtpServer) open(t *testing.T, encryption string) {
	t.Helper()
	certified := httptest.NewTLSServer(nil) // for its certificate
	certified.Close()
	p.authority = x509.NewCertPool()
	p.authority.AddCert(certified.Certificate())

	server := smtp.NewServer(p)
	server.Domain = "mail.test"
	server.AllowInsecureAuth = true // the client must refuse it
	server.ErrorLog = log.New(io.Discard, "", 0)
	listener, err := net.Listen("tcp", net.JoinHostPort(cmp.Or(p.host, "127.0.0.1"), "0"))
	if err != nil {
		t.Fatal(err)
	}
	config := &tls.Config{Certificates: certified.TLS.Certificates}
	switch encryption {
	case startTLS:
		server.TLSConfig = config
	case fromStart:
		listener = tls.NewListener(listener, config)
	}
	p.addr = listener.Addr().String()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(listener)
	}()
	t.Cleanup(func() {
		_ = server.Close()
		<-done
	})
}

// received returns the mails that were received so far.
func (p *smtpServer) received() []receivedMail {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]receivedMail(nil), p.mails...)
}

// gotPassword reports whether a password was received.
func (p *smtpServer) gotPassword() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.passwords > 0
}

// NewSession implements smtp.Backend.
func (p *smtpServer) NewSession(c *smtp.Conn) (smtp.Session, error) {
	return &smtpSession{smtpServer: p, conn: c}, nil
}

type smtpSession struct {
	*smtpServer
	conn *smtp.Conn
	mail receivedMail
}

func (v *smtpSession) Reset()        { v.mail = receivedMail{user: v.mail.user} }
func (v *smtpSession) Logout() error { return nil }

func (v *smtpSession) AuthMechanisms() []string {
	if v.user == "" {
		return nil
	}
	return []string{sasl.Plain}
}

func (v *smtpSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		v.mu.Lock()
		v.passwords++
		v.mu.Unlock()
		if user != v.user || password != v.password {
			return &smtp.SMTPError{Code: 535, EnhancedCode: smtp.EnhancedCode{5, 7, 8}, Message: "no: " + user + " " + password}
		}
		v.mail.user = user
		return nil
	}), nil
}

func (v *smtpSession) Mail(from string, _ *smtp.MailOptions) error {
	if v.user != "" && v.mail.user == "" {
		return smtp.ErrAuthRequired
	}
	v.mail.from = from
	return v.refuse["MAIL"]
}

func (v *smtpSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	if v.mail.to != "" {
		return errors.New("a second recipient")
	}
	v.mail.to = to
	return v.refuse["RCPT"]
}

func (v *smtpSession) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if v.refuse["DATA"] != nil {
		return v.refuse["DATA"]
	}
	v.mail.text = string(text)
	_, v.mail.encrypted = v.conn.TLSConnectionState()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.mails = append(v.mails, v.mail)
	return nil
}
