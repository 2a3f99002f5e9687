package townfile

func (k ParcelCategory) key() string { return k.Slug }

func (k ParcelCategory) check(c *checker) {
	c.ref(ModulesFile, k.Module)
	if t := c.moduleTypes[k.Module]; t != "" && t != "parcel" {
		c.add("module %q is not of type parcel", k.Module)
	}
	c.required("name", k.Name)
	c.picture("picture", k.Picture)
	c.price("base", k.Base)
	c.amount("per_km", k.PerKm)
	c.amount("minimum", k.Minimum)
	c.amount("further", k.Further)
	c.between("maximum_quantity", new(int64(k.MaximumQuantity)), 1, 1000)
}

func (i ParcelInstruction) key() string { return i.Slug }

func (i ParcelInstruction) check(c *checker) { c.required("text", i.Text) }

// Parcel has the rules of parcels.
type Parcel struct {
	Tax           Decimal `json:"tax,omitzero"`            // percent
	PickupMinutes *int64  `json:"pickup_minutes,omitzero"` // until a rider is at the sender's; absent: its default
}

func (p Parcel) check(c *checker) {
	c.percent("parcel.tax", p.Tax)
	c.between("parcel.pickup_minutes", p.PickupMinutes, 0, 600)
}
