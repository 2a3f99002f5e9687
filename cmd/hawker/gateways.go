package main

import (
	"cmp"
	"context"
	"fmt"
	"net"

	"hawker/internal/adapter/sandbox"
	"hawker/internal/adapter/stripe"
	"hawker/internal/clock"
	"hawker/internal/page"
	"hawker/internal/payment"
	"hawker/internal/purchase"
	"hawker/web"
)

// gatewayTitles are the names under which shoppers choose a gateway.
var gatewayTitles = map[string]string{"stripe": stripe.Title, "sandbox": sandbox.Title}

// offered are gateways as shoppers see them.
func offered(all []payment.Gateway) []purchase.Gateway {
	var list []purchase.Gateway
	for _, g := range all {
		list = append(list, payment.Offered(g, cmp.Or(gatewayTitles[g.Name()], g.Name())))
	}
	return list
}

// gateways returns the payment gateways that are set up. A demo without one has the
// sandbox, which never stands beside a real one.
func (a *app) gateways(ctx context.Context, now clock.Clock) ([]payment.Gateway, error) {
	if all := a.extras.gateways; len(all) > 0 || !a.extras.demo {
		return all, nil
	}
	s, err := sandbox.New(ctx, sandbox.Deps{
		DB: a.db, Clock: now, Jobs: a.jobs, WebhookURL: a.sandboxWebhookURL, Styles: page.Styles(web.Dist()),
		Shop: func(ctx context.Context) (string, error) {
			settings, err := a.settings.Get(ctx)
			return settings.Business.Name, err
		},
	})
	if err != nil {
		return nil, err
	}
	a.sandbox = s
	a.run(s.Follow)
	return []payment.Gateway{s}, nil
}

// sandboxWebhookURL is where the sandbox sends its webhooks: to this instance, by the
// address on which it listens.
func (a *app) sandboxWebhookURL() string {
	host, port, err := net.SplitHostPort(a.address)
	if err != nil {
		return ""
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return fmt.Sprintf("http://%s/api/v1/payments/%s/webhook", net.JoinHostPort(host, port), "sandbox")
}
