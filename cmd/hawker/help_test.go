package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
)

func TestHelp_isPrintedWithoutACommand(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args []string
		says string
	}{
		{nil, "serve "}, {[]string{"help"}, "serve "}, {[]string{"help", "import"}, "--set-stock"}, {[]string{"help", "staff", "add"}, "--vehicle"},
	} {
		var out bytes.Buffer
		err := run(t.Context(), tt.args, func(string) string { return "" }, &out, nil)
		if code := exitCode(1); !errors.As(err, &code) || code != 0 || !strings.Contains(out.String(), tt.says) {
			t.Errorf("hawker %v: %v, without %q\n%s", tt.args, err, tt.says, out.String())
		}
	}
}

func TestHelp_isNamedByErrorsOfTheArguments(t *testing.T) {
	t.Parallel()
	for help, args := range map[string][]string{
		"see `hawker --help`":           {"sell"},
		"see `hawker serve --help`":     {"serve", "--port", "80"},
		"see `hawker staff --help`":     {"staff"},
		"see `hawker staff add --help`": {"staff", "add", "--role", "cook"},
		"see `hawker import --help`":    {"import"},
	} {
		err := run(t.Context(), args, func(string) string { return "" }, &bytes.Buffer{}, nil)
		if err == nil || !strings.HasSuffix(err.Error(), "\n"+help) {
			t.Errorf("hawker %v: %v, want %s", args, err, help)
		}
	}
}

func TestErrorsOfCommands_haveNoCodesOfTheAPI(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		r := &running{t: t, data: dataOf(t, dbtest.Migrated(t, engine))}
		_, err := r.command("staff", "disable", "nobody@shop.example")
		if !errs.Is(err, errs.NotFound) || strings.Contains(err.Error(), string(errs.NotFound)) || err.Error() != errs.From(err).Message {
			t.Errorf("error is %v", err)
		}
	})
}
