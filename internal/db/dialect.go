package db

// Dialect is the engine and the few things that differ in its SQL.
type Dialect string

// The engines.
const (
	SQLite   Dialect = "sqlite"
	Postgres Dialect = "postgres"
)

// SkipLocked ends a SELECT that claims rows: others pass by what one holds. On
// SQLite there is one writer, so that nobody else can hold a row.
func (d Dialect) SkipLocked() string {
	if d == Postgres {
		return " FOR UPDATE SKIP LOCKED"
	}
	return ""
}

// Locked ends a SELECT that holds its rows until the transaction ends. On SQLite
// the one writer holds everything.
func (d Dialect) Locked() string {
	if d == Postgres {
		return " FOR UPDATE"
	}
	return ""
}

// Now is the engine's own clock, in Unix milliseconds. Leases alone go by it:
// instances whose clocks differ must agree on when one ends.
func (d Dialect) Now() string {
	if d == Postgres {
		return "CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000 AS BIGINT)"
	}
	return "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
}

// rowID is the engine's own name of a row, good for one statement.
func (d Dialect) rowID() string {
	if d == Postgres {
		return "ctid"
	}
	return "rowid"
}
