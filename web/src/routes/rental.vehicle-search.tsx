import { createFileRoute } from '@tanstack/react-router'
import { PlaceInput } from '@/features/place/place-input'
import { VehicleResults } from '@/features/rental/vehicle-results'
import type { VehicleSearchText } from '@/features/rental/vehicle-search-query'
import { adoptRental } from './-adopt-module'
import c from './-page.module.css'

export const Route = createFileRoute('/rental/vehicle-search')({
  // The page reads the texts: whatever is no such thing is left out.
  validateSearch: (search: VehicleSearchText): VehicleSearchText => search,
  beforeLoad: adoptRental,
  component: VehicleSearchRoute,
})

function VehicleSearchRoute() {
  const query = Route.useSearch()
  return (
    <div className={c.page}>
      <VehicleResults query={query} placeInput={(props) => <PlaceInput {...props} />} />
    </div>
  )
}
