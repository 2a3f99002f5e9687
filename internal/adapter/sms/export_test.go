package sms

import "time"

// Wait shortens what a test would wait for.
func (g *Gateway) Wait(patience time.Duration) { g.client.Timeout = patience }
