package sandbox

import (
	"context"
	"fmt"
	"slices"

	"hawker/internal/db"
	"hawker/internal/jobs"
	"hawker/internal/money"
	"hawker/internal/payment"
)

// choice is something that a shopper can do on the page.
type choice struct {
	Value, Label, Hint string
	state, result      payment.State // of the page; result: what it becomes, if it is pending
	charges            int
	more               money.Amount // than the page asks for, in each charge
}

var choices = []choice{
	{"pay", "Pay", "", payment.Paid, "", 1, 0},
	{"pay_twice", "Pay twice", "As if two tabs were open: two charges.", payment.Paid, "", 2, 0},
	{"pay_more", "Pay another amount", "Ten minor units more than asked for: it fits no payment.", payment.Paid, "", 1, 10},
	{"pay_later", "Pay, the money comes later", "As by bank transfer: after 5 seconds.", payment.Pending, payment.Paid, 0, 0},
	{"fail_later", "Pay, the money does not come", "It fails after 5 seconds.", payment.Pending, payment.Failed, 0, 0},
	{"decline", "Decline", "The bank refuses the card.", payment.Failed, "", 0, 0},
	{"cancel", "Cancel", "Go back without paying.", payment.Canceled, "", 0, 0},
}

// delivery is how the webhooks of a page are sent.
type delivery string

const (
	atOnce     delivery = "at_once"
	late       delivery = "late"
	twice      delivery = "twice"
	outOfOrder delivery = "out_of_order"
	never      delivery = "never"
)

// course is how the refunds of a page go.
type course string

const (
	goAtOnce course = "at_once"
	goLate   course = "late"
	goWrong  course = "fail"
)

// option is a radio button.
type option struct{ Value, Label string }

var deliveries = []option{
	{string(atOnce), "At once"},
	{string(late), "20 seconds late"},
	{string(twice), "Twice"},
	{string(outOfOrder), "Out of order"},
	{string(never), "Never"},
}

var courses = []option{
	{string(goAtOnce), "They are done at once"},
	{string(goLate), "They are done after 5 seconds"},
	{string(goWrong), "They fail after 5 seconds"},
}

// decision is what a shopper sends.
type decision struct {
	choice   choice
	webhooks delivery
	refunds  course
}

// read returns the decision of a form. Without webhooks or refunds, they go at once.
func read(value func(name string) string) (decision, error) {
	i := slices.IndexFunc(choices, func(c choice) bool { return c.Value == value("choice") })
	webhooks, knownWebhooks := pick(deliveries, value("webhooks"))
	refunds, knownRefunds := pick(courses, value("refunds"))
	if i < 0 || !knownWebhooks || !knownRefunds {
		return decision{}, fmt.Errorf("the form has no such choice")
	}
	return decision{choices[i], delivery(webhooks), course(refunds)}, nil
}

// pick returns the value if it is one of the options, and the first option for "".
func pick(options []option, value string) (string, bool) {
	if value == "" {
		return options[0].Value, true
	}
	return value, slices.ContainsFunc(options, func(o option) bool { return o.Value == value })
}

// choose does what the shopper chose, if the page is open. It returns the page.
func (g *Gateway) choose(ctx context.Context, session string, d decision) (p page, err error) {
	err = db.InTx(ctx, g.DB, func(tx *db.Tx) error {
		changed, err := decide(ctx, tx, session, d, g.Clock.Now())
		if err != nil {
			return err
		}
		if p, err = pageOfSession(ctx, tx, session); err != nil || !changed {
			return err
		}
		if p.State == payment.Pending {
			job := jobs.Job{Kind: settleJob, Body: session, RunAt: g.Clock.Now().Add(settleAfter)}
			if err := g.Jobs.Enqueue(ctx, tx, job); err != nil {
				return err
			}
		}
		charged := p
		charged.Amount += d.choice.more
		return g.charge(ctx, tx, charged, d.choice.charges)
	})
	return p, known(err)
}

// settle ends a pending page with its result.
func (g *Gateway) settle(ctx context.Context, session string) error {
	return db.InTx(ctx, g.DB, func(tx *db.Tx) error {
		p, err := pageOfSession(ctx, tx, session)
		if err != nil {
			return err
		}
		changed, err := changeState(ctx, tx, session, payment.Pending, p.Result)
		if err != nil || !changed {
			return err
		}
		p.State = p.Result
		charges := 0
		if p.State == payment.Paid {
			charges = 1
		}
		return g.charge(ctx, tx, p, charges)
	})
}

// charge books this many charges of the page's amount, and announces the state.
func (g *Gateway) charge(ctx context.Context, tx *db.Tx, p page, charges int) error {
	for range charges {
		if err := insertCharge(ctx, tx, p, g.Clock.Now()); err != nil {
			return err
		}
	}
	return g.announce(ctx, tx, p)
}
