package verify

// RunIn runs the checks in a transaction of a test.
var RunIn = runIn

// Two of the checks.
var (
	CheckConversions = checkConversions
	CheckReferrals   = checkReferrals
)
