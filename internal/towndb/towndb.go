// Package towndb imports a town folder into the database and exports it again.
//
// A record replaces the stored one with the same slug. Stored records that are not in
// the folder stay. An export, imported and exported again, is equal byte for byte.
// Relative times such as "-6h" become dates at the first import of their record.
// Package townfile is the text format of the folder.
package towndb
