package refund_test

import (
	"slices"
	"strings"
	"testing"

	"hawker/internal/errs"
	"hawker/internal/money"
	"hawker/internal/purchase"
	"hawker/internal/refund"
)

func TestRequest_ORD04_hasAReasonOfItsKindAndTextsWithinBounds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		kind   purchase.Kind
		reason string
		note   string
		images int
		want   string // the text of the reason; "": refused
	}{
		{"of an order", purchase.Order, "damaged", "", 0, "It arrived damaged"},
		{"of a trip", purchase.Trip, "dirty", "", 0, "The vehicle was not clean"},
		{"the reason of an order, of a trip", purchase.Trip, "damaged", "", 0, ""},
		{"the reason of a trip, of an order", purchase.Order, "dirty", "", 0, ""},
		{"no reason", purchase.Order, "", "", 0, ""},
		{"the longest note", purchase.Order, "late", " " + strings.Repeat("é", 1000) + " ", 0, "It came too late"},
		{"a longer note", purchase.Order, "late", strings.Repeat("é", 1001), 0, ""},
		{"three images", purchase.Order, "late", "", 3, "It came too late"},
		{"four images", purchase.Order, "late", "", 4, ""},
	} {
		got, err := refund.Request{Reason: tt.reason, Note: tt.note, Images: make([]string, tt.images)}.Checked(tt.kind)
		switch {
		case tt.want == "" && !errs.Is(err, errs.Invalid):
			t.Errorf("%s: %v", tt.name, err)
		case tt.want != "" && (err != nil || got.Reason != tt.want || got.Note != strings.TrimSpace(tt.note)):
			t.Errorf("%s: %+v, %v", tt.name, got, err)
		}
	}
}

func TestMayAsk_ORD04_threeTimesWithoutWhatNobodyAskedFor(t *testing.T) {
	t.Parallel()
	asked, unasked := refund.Refund{}, refund.Refund{Unasked: true}
	for _, tt := range []struct {
		asked, unasked int
		want           bool
	}{
		{0, 0, true}, {2, 0, true}, {3, 0, false}, {4, 0, false}, {0, 9, true}, {2, 9, true}, {3, 1, false},
	} {
		all := append(slices.Repeat([]refund.Refund{unasked}, tt.unasked), slices.Repeat([]refund.Refund{asked}, tt.asked)...)
		if got := refund.MayAsk(all); got != tt.want {
			t.Errorf("after %d requests and %d refunds without one: %t", tt.asked, tt.unasked, got)
		}
	}
}

func TestDecision_ORD04_isChecked(t *testing.T) {
	t.Parallel()
	lines := []refund.Line{{LineID: 7, Quantity: 1}}
	for _, tt := range []struct {
		name     string
		decision refund.Decision
		wrong    string // the field; "": none
	}{
		{"a yes without a reason", refund.Decision{Approve: true}, ""},
		{"a no with a reason", refund.Decision{Reason: " No "}, ""},
		{"a no without a reason", refund.Decision{}, "reason"},
		{"a no with a blank reason", refund.Decision{Reason: "  "}, "reason"},
		{"the longest reason", refund.Decision{Reason: strings.Repeat("é", 300)}, ""},
		{"a longer reason", refund.Decision{Reason: strings.Repeat("é", 301)}, "reason"},
		{"a yes with a longer reason", refund.Decision{Approve: true, Reason: strings.Repeat("é", 301)}, "reason"},
		{"an amount", refund.Decision{Approve: true, Amount: 1}, ""},
		{"an amount below zero", refund.Decision{Approve: true, Amount: -1}, "amount"},
		{"lines", refund.Decision{Approve: true, Lines: lines}, ""},
		{"everything", refund.Decision{Approve: true, Whole: true}, ""},
		{"an amount, and everything", refund.Decision{Approve: true, Amount: 1, Whole: true}, "amount"},
		{"an amount, and lines", refund.Decision{Approve: true, Amount: 1, Lines: lines}, "amount"},
		{"a no does not ask for wallets", refund.Decision{Reason: "No", ToWallet: true}, ""},
	} {
		got, err := tt.decision.Checked(t.Context(), nil)
		if tt.wrong == "" && (err != nil || got.Reason != strings.TrimSpace(tt.decision.Reason)) {
			t.Errorf("%s: %+v, %v", tt.name, got, err)
		}
		if tt.wrong != "" && (!errs.Is(err, errs.Invalid) || !strings.HasPrefix(err.Error(), tt.wrong+": ")) {
			t.Errorf("%s: %v, want %s refused", tt.name, err, tt.wrong)
		}
	}
}

// What an admin chooses replaces what was asked for.
func TestDecision_ORD04_givesBackEverythingAnAmountOrLines(t *testing.T) {
	t.Parallel()
	asked, chosen := []refund.Line{{LineID: 7, Quantity: 1}}, []refund.Line{{LineID: 8, Quantity: 2}}
	for _, tt := range []struct {
		name     string
		decision refund.Decision
		lines    []refund.Line
		amount   money.Amount
	}{
		{"what was asked for", refund.Decision{}, asked, 0},
		{"everything", refund.Decision{Whole: true, Lines: chosen}, nil, 0},
		{"an amount", refund.Decision{Amount: 250}, nil, 250},
		{"other lines", refund.Decision{Lines: chosen}, chosen, 0},
	} {
		if lines, amount := tt.decision.Part(asked); !slices.Equal(lines, tt.lines) || amount != tt.amount {
			t.Errorf("%s: %v and %d, want %v and %d", tt.name, lines, amount, tt.lines, tt.amount)
		}
	}
}
