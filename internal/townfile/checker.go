package townfile

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"hawker/internal/link"
	"hawker/internal/locale"
	"hawker/internal/money"
	"hawker/internal/translation"
)

// record is one line of a file.
type record interface {
	key() string
	check(c *checker)
}

// maxProblems is how many problems Check reports: enough to see a pattern, and few
// enough to read.
const maxProblems = 20

// checker collects the slugs and the problems of a town.
type checker struct {
	slugs    map[string]map[string]bool          // by file, then slug
	formers  map[string]map[string]bool          // former slugs, as slugs
	codes    map[string]bool                     // of coupons, folded
	original map[translation.Key]map[string]bool // the texts whose words may be translated, by record
	currency money.Currency

	storeOf    map[string]string     // by item
	places     map[string]storePlace // by store
	campaignOf map[string]string     // by item: its active campaign

	areas           map[string]area   // by zone
	moduleTypes     map[string]string // by module
	moduleIDs       map[int64]string  // the modules checked so far
	categoryModules map[string]string // by category
	categoryParents map[string]string // by category

	at       string // "items.jsonl:17"
	problems []error
}

// storePlace is where a store sells, and in which module.
type storePlace struct{ module, zone string }

// Check returns an error unless slugs are unique in their file, references refer to
// a record, and values have their format and range. The line numbers in the
// error are those of a file with the records in this order.
func (t *Town) Check() error {
	c := &checker{slugs: map[string]map[string]bool{}, at: SettingsFile}
	c.currency = money.Currency{Digits: t.Settings.Currency.Digits}
	if err := c.currency.Validate(); err != nil {
		return fmt.Errorf("%s: %w", SettingsFile, err)
	}
	c.locate(t)
	collectSlugs(c, ModulesFile, t.Modules)
	collectSlugs(c, ZonesFile, t.Zones)
	collectSlugs(c, CategoriesFile, t.Categories)
	collectSlugs(c, StoresFile, t.Stores)
	collectSlugs(c, ItemsFile, t.Items)
	collectSlugs(c, ReviewsFile, t.Reviews)
	collectSlugs(c, CampaignsFile, t.Campaigns)
	collectSlugs(c, FlashSalesFile, t.FlashSales)
	collectSlugs(c, BannersFile, t.Banners)
	collectSlugs(c, CouponsFile, t.Coupons)
	collectSlugs(c, PagesFile, t.Pages)
	collectSlugs(c, StreetsFile, t.Streets)
	collectSlugs(c, PlacesFile, t.Places)
	collectSlugs(c, ProvidersFile, t.Providers)
	collectSlugs(c, VehiclesFile, t.Vehicles)
	collectSlugs(c, VehicleReviewsFile, t.VehicleReviews)
	collectSlugs(c, ParcelCategoriesFile, t.ParcelCategories)
	collectSlugs(c, ParcelInstructionsFile, t.ParcelInstructions)
	collectSlugs(c, TranslationsFile, t.Translations)

	c.at = SettingsFile
	c.texts(t.Settings)
	t.Settings.check(c)
	checkAll(c, ModulesFile, t.Modules)
	checkAll(c, ZonesFile, t.Zones)
	checkAll(c, CategoriesFile, t.Categories)
	checkAll(c, StoresFile, t.Stores)
	checkAll(c, ItemsFile, t.Items)
	checkAll(c, ReviewsFile, t.Reviews)
	checkAll(c, CampaignsFile, t.Campaigns)
	checkAll(c, FlashSalesFile, t.FlashSales)
	checkAll(c, BannersFile, t.Banners)
	checkAll(c, CouponsFile, t.Coupons)
	checkAll(c, PagesFile, t.Pages)
	checkAll(c, StreetsFile, t.Streets)
	checkAll(c, PlacesFile, t.Places)
	checkAll(c, ProvidersFile, t.Providers)
	checkAll(c, VehiclesFile, t.Vehicles)
	checkAll(c, VehicleReviewsFile, t.VehicleReviews)
	checkAll(c, ParcelCategoriesFile, t.ParcelCategories)
	checkAll(c, ParcelInstructionsFile, t.ParcelInstructions)
	c.collectWords(t)
	checkAll(c, TranslationsFile, t.Translations)
	return c.err()
}

// languages requires tags as the storefront stores them, each once.
func (c *checker) languages(tags []string) {
	for i, tag := range tags {
		c.language(tag)
		if slices.Contains(tags[:i], tag) {
			c.add("language %q is in the list twice", tag)
		}
	}
}

func (c *checker) language(tag string) {
	if !locale.IsTag(tag) {
		c.add("language %q is not a tag such as en or pt-BR", tag)
	}
}

// locate collects where items and stores are sold.
func (c *checker) locate(t *Town) {
	c.storeOf, c.places, c.campaignOf = map[string]string{}, map[string]storePlace{}, map[string]string{}
	c.areas, c.moduleTypes, c.moduleIDs = map[string]area{}, map[string]string{}, map[int64]string{}
	c.categoryModules, c.categoryParents = map[string]string{}, map[string]string{}
	for _, z := range t.Zones {
		within, err := outline(z.Area)
		c.areas[z.Slug] = area{within, err == nil}
	}
	for _, m := range t.Modules {
		c.moduleTypes[m.Slug] = m.Type
	}
	for _, k := range t.Categories {
		c.categoryModules[k.Slug], c.categoryParents[k.Slug] = k.Module, k.Parent
	}
	for _, s := range t.Stores {
		c.places[s.Slug] = storePlace{s.Module, s.Zone}
	}
	for _, i := range t.Items {
		c.storeOf[i.Slug] = i.Store
	}
}

func collectSlugs[T record](c *checker, file string, records []T) {
	known := make(map[string]bool, len(records))
	c.slugs[file] = known
	for i, r := range records {
		if known[r.key()] {
			c.at = fmt.Sprintf("%s:%d", file, i+1)
			c.add("slug %q is in the file twice", r.key())
		}
		known[r.key()] = true
	}
}

// filesWithAddresses have the records that are found by their id as well as by their slug.
var filesWithAddresses = []string{CategoriesFile, StoresFile, ItemsFile, CampaignsFile, FlashSalesFile, ProvidersFile, VehiclesFile}

func checkAll[T record](c *checker, file string, records []T) {
	for i, r := range records {
		if len(c.problems) > maxProblems {
			return
		}
		c.at = fmt.Sprintf("%s:%d", file, i+1)
		if file != TranslationsFile { // they have none of their own
			c.slug(r.key())
		}
		if link.IsNumber(r.key()) && slices.Contains(filesWithAddresses, file) {
			c.add("slug %q is a number: its address would be that of the record with this id", r.key())
		}
		c.texts(r)
		r.check(c)
	}
}

func (c *checker) err() error {
	if len(c.problems) > maxProblems {
		c.problems = append(c.problems[:maxProblems], errors.New("… and more"))
	}
	return errors.Join(c.problems...)
}

func (c *checker) add(format string, args ...any) {
	c.problems = append(c.problems, fmt.Errorf("%s: %s", c.at, fmt.Sprintf(format, args...)))
}

// ref requires that slug is in file.
func (c *checker) ref(file, slug string) {
	if !c.slugs[file][slug] {
		c.add("there is no %q in %s", slug, file)
	}
}

func (c *checker) refs(file string, slugs []string) {
	for _, s := range slugs {
		c.ref(file, s)
	}
}

// link requires an https URL or a path of the storefront.
func (c *checker) link(field, text string) {
	if link.Shown(text) == "" {
		c.add("%s %q is neither an https:// address nor a path such as /categories", field, text)
	}
}

var slugForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func (c *checker) slug(s string) {
	switch {
	case len(s) > 120 || !slugForm.MatchString(s):
		c.add("slug %q is not lower-case words joined by dashes", s)
	case link.IsReserved(s):
		c.add("slug %q is reserved: a path of the API ends with it", s)
	}
}

// former requires that no other record of the file has, or once had, one of the
// slugs.
func (c *checker) former(file string, slugs []string) {
	if c.formers == nil {
		c.formers = map[string]map[string]bool{}
	}
	if c.formers[file] == nil {
		c.formers[file] = map[string]bool{}
	}
	for _, s := range slugs {
		c.slug(s)
		if c.slugs[file][s] || c.formers[file][s] {
			c.add("former slug %q belongs to another record", s)
		}
		c.formers[file][s] = true
	}
}

var pictureForm = regexp.MustCompile(`^[a-z0-9]+([-/][a-z0-9]+)*$`)

func (c *checker) picture(field, key string) {
	if !pictureForm.MatchString(key) {
		c.add("%s %q is not a picture key", field, key)
	}
}

func (c *checker) pictures(keys []string) {
	if len(keys) == 0 {
		c.add("pictures are missing")
	}
	for _, k := range keys {
		c.picture("picture", k)
	}
}

func (c *checker) required(field, value string) {
	if strings.TrimSpace(value) == "" {
		c.add("%s is missing", field)
	}
}

func (c *checker) oneOf(field, value string, allowed ...string) {
	if !slices.Contains(allowed, value) {
		c.add("%s %q is not one of %s", field, value, strings.Join(allowed, ", "))
	}
}

// amount requires 0 or more, with no more decimals than the currency has.
func (c *checker) amount(field string, d Decimal) {
	if d == "" {
		return
	}
	a, err := c.currency.FromMajor(string(d))
	switch {
	case err != nil:
		c.add("%s: %s", field, err)
	case a < 0:
		c.add("%s %s is below 0", field, d)
	}
}

// minor returns an amount in minor units, and 0 for one that is absent or refused.
func (c *checker) minor(d Decimal) money.Amount {
	a, err := c.currency.FromMajor(string(d))
	if err != nil {
		return 0
	}
	return a
}

// isZero reports whether an amount is absent or 0.
func (c *checker) isZero(d Decimal) bool {
	a, err := c.currency.FromMajor(string(d))
	return d == "" || err == nil && a == 0
}

// percent requires 0 to 100.
func (c *checker) percent(field string, d Decimal) {
	if d == "" {
		return
	}
	r, err := money.ParseRate(string(d))
	switch {
	case err != nil:
		c.add("%s: %s", field, err)
	case r < 0 || r > money.Whole:
		c.add("%s %s is not 0 to 100", field, d)
	}
}

func (c *checker) rebate(field string, r Rebate) {
	switch r.Type {
	case "":
		if r.Value != "" {
			c.add("%s has a value but no type", field)
		}
	case "percent":
		c.percent(field, r.Value)
	case "amount":
		c.amount(field, r.Value)
	default:
		c.add("%s type %q is neither percent nor amount", field, r.Type)
	}
}

func (c *checker) surge(s Surge) {
	switch s.Type {
	case "":
		if s.Value != "" {
			c.add("surge has a value but no type")
		}
	case "percent":
		c.percent("surge", s.Value)
	case "fixed":
		c.amount("surge", s.Value)
	default:
		c.add("surge type %q is neither percent nor fixed", s.Type)
	}
}

func (c *checker) storeDiscount(d StoreDiscount) {
	if d == (StoreDiscount{}) {
		return
	}
	c.rebate("discount", d.Rebate)
	c.amount("min_purchase", d.MinPurchase)
	c.amount("max_discount", d.MaxDiscount)
	c.day("discount start", d.Start)
	c.day("discount end", d.End)
	c.inOrder("discount end", string(d.Start), string(d.End))
	c.window("discount times", d.StartTime, d.EndTime)
}

func (c *checker) day(field string, d Day) {
	if _, err := d.On(time.Time{}); err != nil {
		c.add("%s: %s", field, err)
	}
}

func (c *checker) when(field string, w When) {
	if _, err := w.At(time.Time{}); err != nil {
		c.add("%s: %s", field, err)
	}
}

var timeForm = regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]$`)

func (c *checker) timeOfDay(field, t string) {
	if !timeForm.MatchString(t) {
		c.add("%s %q is not a time of day like 09:30", field, t)
	}
}

// window requires both times or none.
func (c *checker) window(field, from, to string) {
	if from == "" && to == "" {
		return
	}
	c.timeOfDay(field, from)
	c.timeOfDay(field, to)
}

func (c *checker) timeZone(name string) {
	if _, err := time.LoadLocation(name); name == "" || err != nil {
		c.add("time zone %q is unknown", name)
	}
}

func (c *checker) point(p Point) {
	if !(p.Lat >= -90 && p.Lat <= 90 && p.Lng >= -180 && p.Lng <= 180) { // false for NaN, too
		c.add("point %v, %v is not on the globe", p.Lat, p.Lng)
	}
}

func (c *checker) geometry(g Geometry, kind string) {
	if g.File != "" {
		c.add("geometry: only the area of a zone may be in a file such as %q", g.File)
		return
	}
	if g.Type != kind {
		c.add("geometry is a %s and not a %s", g.Type, kind)
	}
	for _, p := range g.Points {
		c.point(p)
	}
}

func (c *checker) past(p Past) {
	if p.Sold < 0 || p.RatingSum < p.RatingCount || p.RatingSum > 5*p.RatingCount {
		c.add("past %+v is impossible: a rating is 1 to 5 stars", p)
	}
}

func (c *checker) atLeast(field string, value, limit int) {
	if value < limit {
		c.add("%s %d is below %d", field, value, limit)
	}
}

// between allows nil, which stands for a default.
func (c *checker) between(field string, value *int64, minimum, maximum int64) {
	if value != nil && (*value < minimum || *value > maximum) {
		c.add("%s is %d, but must be %d to %d", field, *value, minimum, maximum)
	}
}

func (c *checker) stock(s *int) {
	if s != nil {
		c.atLeast("stock", *s, 0)
	}
}
