package api

import (
	"context"
	"errors"

	"github.com/danielgtaylor/huma/v2"
)

var errUnbuilt = errors.New("not built yet")

func (s *Server) getConfig(ctx context.Context, in *scopeInput) (*configOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) getLandingPage(ctx context.Context, in *scopeInput) (*landingOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) listModules(ctx context.Context, in *scopeInput) (*modulesOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) listZones(ctx context.Context, in *scopeInput) (*zonesOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) lookupZone(ctx context.Context, in *lookupZoneInput) (*lookupZoneOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) getPage(ctx context.Context, in *pageInput) (*pageOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) subscribeNewsletter(ctx context.Context, in *newsletterInput) (*messageOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) autocompletePlaces(ctx context.Context, in *autocompleteInput) (*autocompleteOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) getPlaceDetails(ctx context.Context, in *placeDetailsInput) (*placeDetailsOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) geocode(ctx context.Context, in *geocodeInput) (*geocodeOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) getDistance(ctx context.Context, in *routeInput) (*distanceOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) getDirections(ctx context.Context, in *routeInput) (*directionsOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) getMapFeatures(ctx context.Context, in *scopeInput) (*mapFeaturesOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) listBanners(ctx context.Context, in *scopeInput) (*bannersOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) listCategories(ctx context.Context, in *categoriesInput) (*categoriesOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) getCategory(ctx context.Context, in *ByID) (*categoryOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) listItems(ctx context.Context, in *itemsInput) (*itemsOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) listPopularItems(ctx context.Context, in *itemListInput) (*itemsOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) listLatestItems(ctx context.Context, in *itemListInput) (*itemsOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) listDiscountedItems(ctx context.Context, in *itemListInput) (*itemsOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) listRecommendedItems(ctx context.Context, in *itemListInput) (*itemsOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) suggestItems(ctx context.Context, in *suggestInput) (*suggestOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) getItem(ctx context.Context, in *itemInput) (*itemOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) listItemReviews(ctx context.Context, in *reviewsInput) (*reviewsOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) listStores(ctx context.Context, in *storesInput) (*storesOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) listPopularStores(ctx context.Context, in *storeListInput) (*storesOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) listLatestStores(ctx context.Context, in *storeListInput) (*storesOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) listTopRatedStores(ctx context.Context, in *storeListInput) (*storesOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) getStore(ctx context.Context, in *ByID) (*storeOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) listStoreReviews(ctx context.Context, in *reviewsInput) (*reviewsOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) search(ctx context.Context, in *searchInput) (*searchOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) createGuest(ctx context.Context, in *scopeInput) (*guestOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) getCart(ctx context.Context, in *cartInput) (*cartOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) postCart(ctx context.Context, in *postCartInput) (*cartOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) putCart(ctx context.Context, in *putCartInput) (*cartOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) deleteCart(ctx context.Context, in *cartInput) (*cartOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) deleteCartItems(ctx context.Context, in *deleteCartItemsInput) (*cartOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) deleteCartItem(ctx context.Context, in *deleteCartItemInput) (*cartOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) quoteCheckout(ctx context.Context, in *quoteInput) (*quoteOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) placeOrder(ctx context.Context, in *placeInput) (*placeOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) listCancelReasons(ctx context.Context, in *scopeInput) (*cancelReasonsOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) trackOrder(ctx context.Context, in *trackInput) (*trackOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) getOrder(ctx context.Context, in *orderInput) (*orderOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) cancelOrder(ctx context.Context, in *cancelInput) (*orderOutput, error) {
	return nil, errUnbuilt
}
func (s *Server) watchOrder(ctx context.Context, in *orderInput) (*huma.StreamResponse, error) {
	return nil, errUnbuilt
}
