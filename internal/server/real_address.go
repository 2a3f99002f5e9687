package server

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// realAddress uses a forwarded address only from a trusted proxy: other clients can
// send any.
func realAddress(next http.Handler, trusted []netip.Prefix) http.Handler {
	if len(trusted) == 0 {
		return next
	}
	isTrusted := func(a netip.Addr) bool {
		for _, network := range trusted {
			if network.Contains(a.Unmap()) {
				return true
			}
		}
		return false
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peer, err := netip.ParseAddrPort(r.RemoteAddr)
		if err != nil || !isTrusted(peer.Addr()) {
			next.ServeHTTP(w, r)
			return
		}
		// The nearest hop is the last; go back to the first that is no trusted proxy.
		hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		for i := len(hops) - 1; i >= 0; i-- {
			hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
			if err != nil {
				break
			}
			// A proxy on both address families writes ::ffff:192.0.2.1. As IPv6, all such
			// addresses would be in one /64.
			r.RemoteAddr = net.JoinHostPort(hop.Unmap().String(), "0")
			if !isTrusted(hop) {
				break
			}
		}
		next.ServeHTTP(w, r)
	})
}
