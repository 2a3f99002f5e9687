// Package townsql puts a town into the database and takes it out again. Records
// are upserted by slug: what is in the folder replaces what was, what is not in
// it stays. What goes in comes out the same, byte for byte, from the second time
// on; the first time moments like "-6h" become dates.
package townsql
