import { hrefFromText } from './href'
import { slugOf } from './links'

type Linked = { id: number; slug: string }

/** The URL of a vehicle's page. */
export const vehicleHref = (vehicle: Linked) =>
  hrefFromText(`/rental/vehicle-details/${encodeURIComponent(slugOf(vehicle))}`)

/** The URL of a provider's page. */
export const providerHref = (provider: Linked) =>
  hrefFromText(`/rental/provider-details/${encodeURIComponent(slugOf(provider))}`)
