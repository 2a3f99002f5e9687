// Package town generates the demo town: Port Saffron, on an island that does not
// exist. One seed gives its streets, zones, stores, menus and reviews, always the
// same ones, without a network. It returns records of package townfile and does not
// use the database.
package town
