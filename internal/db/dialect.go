package db

// Dialect is the engine and the few things that differ in its SQL.
type Dialect string

// The engines.
const (
	SQLite   Dialect = "sqlite"
	Postgres Dialect = "postgres"
)

// SkipLocked returns the end of a SELECT that claims rows: it skips rows that
// another transaction has locked. SQLite has one writer, so no other can have
// locked one.
func (d Dialect) SkipLocked() string {
	if d == Postgres {
		return " FOR UPDATE SKIP LOCKED"
	}
	return ""
}

// Locked returns the end of a SELECT that locks its rows until the transaction
// ends. On SQLite the one writer has locked everything.
func (d Dialect) Locked() string {
	if d == Postgres {
		return " FOR UPDATE"
	}
	return ""
}

// LockedOf is Locked for the rows of one table of a join, named by its alias.
func (d Dialect) LockedOf(alias string) string {
	if d == Postgres {
		return " FOR UPDATE OF " + alias
	}
	return ""
}

// LockedValuesOf is LockedOf for rows that will be changed, but keep their id: rows of
// other tables may begin to refer to them meanwhile.
func (d Dialect) LockedValuesOf(alias string) string {
	if d == Postgres {
		return " FOR NO KEY UPDATE OF " + alias
	}
	return ""
}

// Now returns the SQL of the engine's own clock, in Unix milliseconds. Only leases
// use it: instances whose clocks differ must agree on when one ends.
func (d Dialect) Now() string {
	if d == Postgres {
		return "CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000 AS BIGINT)"
	}
	return "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
}

// rowID returns the engine's own name of a row. It is valid for one statement.
func (d Dialect) rowID() string {
	if d == Postgres {
		return "ctid"
	}
	return "rowid"
}
