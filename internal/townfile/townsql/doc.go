// Package townsql imports a town into the database and exports it. A record
// replaces the stored one with its slug; what is stored and not in the folder
// stays. What was exported, imported and exported again is the same, byte for byte.
// Only at the first import relative times such as "-6h" become dates.
package townsql
