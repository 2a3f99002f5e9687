package sms

import "time"

// Wait shortens the timeout for a test.
func (g *Gateway) Wait(patience time.Duration) { g.client.Timeout = patience }
