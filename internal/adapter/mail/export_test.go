package mail

import (
	"crypto/x509"
	"time"
)

// Trust makes the client trust a test's certificate authority.
func (s *Server) Trust(authority *x509.CertPool) { s.tls.RootCAs = authority }

// Wait shortens the timeout for a test.
func (s *Server) Wait(timeout time.Duration) { s.timeout = timeout }
