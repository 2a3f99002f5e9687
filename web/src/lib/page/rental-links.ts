import { hrefTo } from './href'
import { slugOf } from './links'

type Linked = { id: number; slug: string }

/** The URL of a vehicle's page. */
export const vehicleHref = (vehicle: Linked) =>
  hrefTo('/rental/vehicle-details/$id', { params: { id: slugOf(vehicle) } })

/** The URL of the vehicles of a category, which have no page of their own. */
export const vehicleCategoryHref = ({ id }: { id: number }) =>
  hrefTo('/rental/vehicle-search', { search: { categoryId: id } })

/** The URL of a provider's page. */
export const providerHref = (provider: Linked) =>
  hrefTo('/rental/provider-details/$id', { params: { id: slugOf(provider) } })
