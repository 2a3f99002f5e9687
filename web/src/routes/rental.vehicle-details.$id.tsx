import { createFileRoute } from '@tanstack/react-router'
import { readTrip, type TripText } from '@/features/rental/trip'
import { VehiclePage } from '@/features/rental/vehicle-page'
import { adoptRental } from './-adopt-module'
import { NotFound } from './-not-found'
import c from './-page.module.css'

type Search = TripText & {
  /** Where it was opened from: from_search, from_home or from_provider. */
  from?: string
}

export const Route = createFileRoute('/rental/vehicle-details/$id')({
  // The page reads the texts: whatever is no such thing is left out.
  validateSearch: (search: Search): Search => search,
  beforeLoad: adoptRental,
  component: VehicleRoute,
})

function VehicleRoute() {
  const { id } = Route.useParams()
  const trip = readTrip(Route.useSearch())
  return (
    <div className={c.page}>
      <VehiclePage id={id} trip={trip} notFound={<NotFound />} />
    </div>
  )
}
