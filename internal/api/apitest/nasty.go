package apitest

import "strings"

// NastyValues are what people, scripts and broken clients put where a value belongs.
var NastyValues = []string{
	"", " ", "0", "-1", "1.5", "NaN", "Infinity", "-Inf", "1e309", "99999999999999999999", "null", "undefined", "true", "[]", "{}",
	"'", `"`, "\\", "%", "_", "*", ";--", "a\x00b", "\xff\xfe", "../../etc/passwd", "<script>", "NEAR(", "AND OR NOT", "a:b", "🍜", "ﷺ", strings.Repeat("x", 5000),
}

// IsOfShopper reports whether a path of the API reads what belongs to one shopper.
func IsOfShopper(path string) bool {
	for _, own := range []string{"/cart", "/rental/cart", "/rental/driver-licence", "/rental/quote", "/rental/trips", "/orders", "/coupons", "/uploads", "/payments"} {
		if strings.HasPrefix(path, own) {
			return true
		}
	}
	return false
}
