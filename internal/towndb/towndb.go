// Package towndb imports a town folder into the database and exports it again.
//
// A record replaces the stored one with the same slug. What is stored and is not in
// the folder stays. An export, imported and exported again, is equal byte for byte.
// Relative times such as "-6h" become dates at the first import of their record. The
// text format of the folder is package townfile.
package towndb
