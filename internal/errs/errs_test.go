package errs_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"hawker/internal/errs"
)

func TestFromKeepsOurErrorsAndHidesOthers(t *testing.T) {
	t.Parallel()
	stock := errs.New(errs.OutOfStock, "%s is out of stock.", "Alphonso mango").On("quantity")
	driver := errors.New(`pq: relation "items" does not exist`)

	tests := []struct {
		name    string
		err     error
		code    errs.Code
		status  int
		message string
	}{
		{"our own", stock, errs.OutOfStock, 409, "Alphonso mango is out of stock."},
		{"wrapped twice", fmt.Errorf("place: %w", fmt.Errorf("take: %w", stock)), errs.OutOfStock, 409, "Alphonso mango is out of stock."},
		{"a driver's text", fmt.Errorf("list: %w", driver), errs.Internal, 500, "Something went wrong. Please try again."},
		{"a code without a status", errs.New("new_code", "x"), "new_code", 500, "x"},
		{"a percent sign in ready text", errs.New(errs.Invalid, "Up to 100% only"), errs.Invalid, 422, "Up to 100% only"},
		{"a deadline that has passed", fmt.Errorf("read items: %w", context.DeadlineExceeded), errs.Unavailable, 503, "This takes too long just now. Please try again."},
		{"first of several", errs.List{errs.New(errs.Malformed, "a"), stock}, errs.Malformed, 400, "a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := errs.From(tt.err)
			if e.Code != tt.code || e.Status() != tt.status || e.Message != tt.message {
				t.Errorf("From = %s %d %q, want %s %d %q", e.Code, e.Status(), e.Message, tt.code, tt.status, tt.message)
			}
		})
	}
	if errs.From(nil) != nil {
		t.Error("From(nil) is not nil")
	}
}

func TestCauseIsForTheLogAlone(t *testing.T) {
	t.Parallel()
	e := errs.New(errs.Unavailable, "Please try again soon.").Because(io.ErrUnexpectedEOF)
	if !errors.Is(e, io.ErrUnexpectedEOF) {
		t.Error("errors.Is does not see the cause")
	}
	if !strings.Contains(e.Error(), io.ErrUnexpectedEOF.Error()) {
		t.Errorf("log text %q lost the cause", e.Error())
	}
	if strings.Contains(e.Message, "EOF") {
		t.Errorf("message %q shows the cause", e.Message)
	}
	if hidden := errs.From(io.ErrUnexpectedEOF); !errors.Is(hidden, io.ErrUnexpectedEOF) {
		t.Error("From lost the cause of an unexpected error")
	}
}

func TestSettersLeaveTheSharedErrorAlone(t *testing.T) {
	t.Parallel()
	shared := errs.New(errs.TooMany, "Slow down.")
	e := shared.On("code").After(time.Minute).With(7).Because(io.EOF)
	if shared.Field != "" || shared.RetryAfter != 0 || shared.Detail != nil || errors.Unwrap(shared) != nil {
		t.Errorf("the shared error changed: %+v", shared)
	}
	if e.Field != "code" || e.RetryAfter != time.Minute || e.Detail != 7 || !errors.Is(e, io.EOF) {
		t.Errorf("a setter lost a field: %+v", e)
	}
}

func TestListReturnsAllErrors(t *testing.T) {
	t.Parallel()
	var l errs.List
	if l.Err() != nil {
		t.Fatal("an empty list is an error")
	}
	l.Add(errs.New(errs.Invalid, "Address is required").On("address"))
	l.Add(errs.New(errs.Invalid, "Contact name is required").On("contact_person_name"))

	got := errs.All(fmt.Errorf("add address: %w", l.Err()))
	if len(got) != 2 || got[0].Field != "address" || got[1].Field != "contact_person_name" {
		t.Fatalf("All = %v", got)
	}
	if one := errs.All(io.EOF); len(one) != 1 || one[0].Code != errs.Internal {
		t.Errorf("All(io.EOF) = %v", one)
	}
	if errs.All(nil) != nil {
		t.Error("All(nil) is not nil")
	}
	if !errs.Is(l.Err(), errs.Invalid) || errs.Is(l.Err(), errs.NotFound) || errs.Is(nil, errs.Invalid) {
		t.Error("Is does not tell codes apart")
	}
}
