// Command hawker is the whole product in one binary: it serves the API and the storefront,
// and has the commands that manage the data.
//
// Only this package connects the others: it creates every service and adapter, and passes
// each to the packages that declare an interface for it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	_ "time/tzdata" // for machines without time zone files

	"github.com/alecthomas/kong"

	"hawker/internal/db"
	"hawker/internal/errs"
)

func main() {
	writePrivately()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	err := run(ctx, os.Args[1:], os.Getenv, os.Stdout, nil)
	if quiet := exitCode(0); errors.As(err, &quiet) {
		os.Exit(int(quiet))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "hawker:", err)
		os.Exit(1)
	}
}

// exitCode ends the program with a code, and without a message: the command has printed
// one already.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// cli lists the commands.
type cli struct {
	Serve     serveCmd     `cmd:"" help:"Serve the town in the data folder."`
	Demo      demoCmd      `cmd:"" help:"Fill an empty data folder with the demo town and serve it."`
	Migrate   migrateCmd   `cmd:"" help:"Migrate the database to this version."`
	Verify    verifyCmd    `cmd:"" help:"Check that the ledger, the stock and the database are consistent."`
	Reconcile reconcileCmd `cmd:"" help:"Compare the lists of payment gateways with the shop's."`
	Backup    backupCmd    `cmd:"" help:"Write a backup. The shop can stay open meanwhile."`
	Restore   restoreCmd   `cmd:"" help:"Fill an empty data folder from a backup."`
	Init      initCmd      `cmd:"" help:"Write the folder of a new town, to begin from."`
	Import    importCmd    `cmd:"" help:"Import a town folder into the database."`
	Export    exportCmd    `cmd:"" help:"Export the town to a folder."`
	Language  languageCmd  `cmd:"" help:"Write and check the files of the town's own languages."`
	Files     filesCmd     `cmd:"" help:"Move the pictures and uploads to another place."`
	Staff     staffCmd     `cmd:"" help:"Manage the accounts of admins, vendors and riders."`
	Rotate    rotateCmd    `cmd:"" name:"rotate-secrets" help:"Replace the secrets that sign codes and links to orders."`
	Keys      keysCmd      `cmd:"" help:"Print a new key for web push."`
	Openapi   openapiCmd   `cmd:"" help:"Print the OpenAPI document."`
	Version   versionCmd   `cmd:"" help:"Print the version."`
}

// env is what every command gets besides its flags.
type env struct {
	ctx    context.Context
	stdout io.Writer
	ready  chan<- string // gets the address when the server is listening; nil except in tests
}

// run is the whole program. Tests call it with their own environment, and receive the
// address from ready, so that they start the same program as an owner.
func run(ctx context.Context, args []string, getenv func(string) string, stdout io.Writer, ready chan<- string) error {
	parser, err := newParser(getenv, stdout)
	if err != nil {
		return err
	}
	call, err := parse(parser, askForHelp(args))
	if err != nil {
		return nameHelp(err)
	}
	return explain(call.Run(&env{ctx: ctx, stdout: stdout, ready: ready}))
}

func newParser(getenv func(string) string, stdout io.Writer) (*kong.Kong, error) {
	return kong.New(&cli{},
		kong.Name("hawker"),
		kong.Description("Order food, groceries and medicine, send a parcel, rent a car. One binary, one folder of data."),
		kong.Writers(stdout, stdout),
		kong.Resolvers(environment(getenv)),
		kong.Exit(func(code int) { panic(exitCode(code)) }),
	)
}

// askForHelp makes "hawker" and "hawker help COMMAND" print help.
func askForHelp(args []string) []string {
	switch {
	case len(args) == 0:
		return []string{"--help"}
	case args[0] == "help":
		return append(slices.Clone(args[1:]), "--help")
	}
	return args
}

// nameHelp adds to an error of the arguments which help says more.
func nameHelp(err error) error {
	wrong, ok := errors.AsType[*kong.ParseError](err)
	if !ok {
		return err
	}
	command := "hawker"
	if selected := wrong.Context.Selected(); selected != nil {
		command = selected.FullPath()
	}
	return fmt.Errorf("%w\nsee `%s --help`", err, command)
}

// explain adds what an owner can do to a database that cannot be used. Codes of the API mean
// nothing to an owner.
func explain(err error) error {
	if errors.Is(err, db.ErrNewer) || errors.Is(err, db.ErrOlder) {
		return fmt.Errorf("%w\nThis version is %s", err, buildVersion())
	}
	fault, ok := errors.AsType[*db.Fault](err)
	if ok && fault.Help() != "" {
		return fmt.Errorf("%w\n%s", err, fault.Help())
	}
	if refusal, ok := errors.AsType[*errs.Error](err); ok {
		return withoutCode{err, refusal}
	}
	return err
}

// withoutCode is an error whose text leaves out the code of a refusal in it.
type withoutCode struct {
	error
	refusal *errs.Error
}

func (w withoutCode) Error() string {
	return strings.Replace(w.error.Error(), string(w.refusal.Code)+": "+w.refusal.Message, w.refusal.Message, 1)
}

func (w withoutCode) Unwrap() error { return w.error }

// parse returns an error where kong would end the program, such as after --help.
func parse(parser *kong.Kong, args []string) (call *kong.Context, err error) {
	defer func() {
		if code, ok := recover().(exitCode); ok {
			err = code
		}
	}()
	return parser.Parse(args)
}

// environment reads --database-url from HAWKER_DATABASE_URL, and so on for every flag. It
// also reads OTEL_EXPORTER_OTLP_ENDPOINT, by which other programs set where traces go. It
// calls a function instead of reading the process, so that tests do not need Setenv.
func environment(getenv func(string) string) kong.Resolver {
	return kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
		name := "HAWKER_" + strings.ToUpper(strings.ReplaceAll(flag.Name, "-", "_"))
		value := getenv(name)
		if value == "" && flag.Name == "traces-url" {
			value = getenv("OTEL_EXPORTER_OTLP_ENDPOINT")
		}
		if value != "" {
			return value, nil
		}
		return nil, nil
	})
}
