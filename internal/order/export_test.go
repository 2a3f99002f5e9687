package order

// IDsOfPage is the statement that finds the ids of a page of orders.
var IDsOfPage = idsOfPage

// Seal is the sealed distance of a digest.
func SignedDistance(digest string) string {
	signed := splitDigest(digest).signed
	return signed
}
