// Package town makes the demo's town: Port Saffron, an island town that exists
// nowhere. One seed gives its streets, zones, stores, menus, reviews and
// pictures, always the same ones, without a network (TRAP_D14).
package town
