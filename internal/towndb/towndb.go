// Package towndb imports a town folder into the database, and takes the last import back.
//
// A record replaces the stored one with the same slug. Stored records that are not in
// the folder stay. Relative times such as "-6h" become dates at the first import of their
// record. Package townfile is the text format of the folder, and package townexport writes
// one from the database.
package towndb
