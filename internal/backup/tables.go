package backup

import "slices"

// tables are all tables that hold data, each after those it refers to, so that
// they can be filled in this order. order_counts is not among them: restoring the
// orders counts them again.
var tables = []string{
	"settings", "zones", "modules", "tariffs", "categories", "stores", "items", "stock", "stock_moves",
	"campaigns", "flash_sales", "flash_sale_items",
	"banners", "pages", "subscribers", "streets", "places", "media", "former_slugs", "catalog_revision", "providers", "vehicles", "parcel_categories", "parcel_instructions", "translations", "imported", "import_undo",
	"staff", "staff_sessions", "applications", "application_images",
	"shoppers", "customers", "sessions", "identities", "passkeys", "codes", "proofs", "throttles", "known_places", "addresses", "wishes", "wish_states",
	"carts", "cart_lines", "trip_carts", "trip_cart_lines", "purchases", "trips", "trip_lines", "trip_moves", "bookings", "booking_revision", "orders", "order_lines", "order_moves", "refunds", "offline_payments", "conversations", "messages", "uploads", "driver_licences", "licence_checks", "reviews", "review_counts", "vehicle_reviews", "not_mine", "idempotency_keys", "kept_responses",
	"coupons", "coupon_uses", "notifications", "notification_settings", "push_subscriptions", "pushes",
	"order_rewards", "point_conversions", "referrals", "ledger_transfers", "ledger_entries", "ledger_balances", "payments", "charges", "payment_refunds", "payment_decisions", "webhooks", "sandbox_pages", "sandbox_charges", "sandbox_refunds", "jobs",
}

// Tables are all tables that hold data.
func Tables() []string { return slices.Clone(tables) }

// selfReferences are columns that refer to their own table. They are filled after
// all rows.
var selfReferences = map[string]string{"categories": "parent_id", "customers": "referred_by", "shoppers": "merged_into"}
