package push

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

var errForbidden = errors.New("the push service has no public address on port 443")

// newHTTPClient makes a client that connects only to addresses that are allowed. They are
// checked after the name was resolved, for each connection, so that no name can lead to
// another address later. roots replace the system's in tests.
func newHTTPClient(allowed func(netip.AddrPort) bool, roots *x509.CertPool) *http.Client {
	dialer := &net.Dialer{Timeout: timeout, Control: func(_, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil || !allowed(to) {
			return errForbidden
		}
		return nil
	}}
	return &http.Client{
		Transport: &http.Transport{
			DialContext:            dialer.DialContext, // and no proxy, which would connect to anything
			TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots},
			ForceAttemptHTTP2:      true,
			MaxIdleConns:           20,
			MaxIdleConnsPerHost:    2,
			IdleConnTimeout:        30 * time.Second,
			MaxResponseHeaderBytes: 16 << 10,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// notPublic lists the reserved networks (RFC 6890) that netip does not know, and those whose
// addresses contain an IPv4 address.
var notPublic = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),
	netip.MustParsePrefix("100.64.0.0/10"), // shared by the customers of a carrier
	netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"),
	netip.MustParsePrefix("192.88.99.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("198.51.100.0/24"),
	netip.MustParsePrefix("203.0.113.0/24"),
	netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("::/96"),
	netip.MustParsePrefix("64:ff9b::/96"), // IPv4 inside IPv6, as 2002::/16
	netip.MustParsePrefix("64:ff9b:1::/48"),
	netip.MustParsePrefix("100::/64"),
	netip.MustParsePrefix("2001::/23"),
	netip.MustParsePrefix("2001:db8::/32"),
	netip.MustParsePrefix("2002::/16"),
	netip.MustParsePrefix("fec0::/10"),
}

// isPublic reports whether an address is one of the internet, on the port of https.
func isPublic(to netip.AddrPort) bool {
	address := to.Addr().Unmap().WithZone("")
	if to.Port() != 443 || !address.IsGlobalUnicast() || address.IsPrivate() {
		return false
	}
	for _, network := range notPublic {
		if network.Contains(address) {
			return false
		}
	}
	return true
}
