import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { Button } from '@mantine/core'
import { IconMap } from '@tabler/icons-react'
import { useId, useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { DirectionsLink } from '@/components/map/directions-link'
import { MapView } from '@/components/map/map-view'
import type { MapPin } from '@/components/map/shapes'
import type { VehicleView } from '@/lib/api/types.gen'
import { useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import type { SearchTrip } from './trip'
import { useRoute } from './use-route'
import c from './pickup-map.module.css'

const text = defineMessages({
  label: { id: 'vehicles.map', defaultMessage: 'Map of the places where the vehicles are picked up' },
  show: { id: 'vehicles.show_map', defaultMessage: 'Show the map' },
  hide: { id: 'vehicles.hide_map', defaultMessage: 'Hide the map' },
  count: { id: 'vehicles.map_pin', defaultMessage: '{name}, {n, plural, one {# vehicle} other {# vehicles}}' },
  pickup: { id: 'vehicles.map_pickup', defaultMessage: 'Your pickup location' },
  destination: { id: 'vehicles.map_destination', defaultMessage: 'Your destination' },
})

type Props = { vehicles: readonly VehicleView[]; trip: SearchTrip | undefined }

/** Where the found vehicles are picked up: beside the list on desktops, below it behind a button elsewhere. */
export function PickupMap({ vehicles, trip }: Props) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const isWide = useMediaQuery('(width >= 73.8125em)')
  const id = useId()
  return (
    <div className={c.beside}>
      {!isWide && (
        <Button
          variant="default"
          h={44}
          fullWidth
          aria-expanded={isOpen}
          aria-controls={id}
          leftSection={<IconMap size={20} aria-hidden />}
          onClick={toggle}
        >
          <FormattedMessage {...(isOpen ? text.hide : text.show)} />
        </Button>
      )}
      <div id={id}>{(isWide || isOpen) && <TripMap vehicles={vehicles} trip={trip} />}</div>
    </div>
  )
}

function TripMap({ vehicles, trip }: Props) {
  const { formatMessage: t } = useIntl()
  const { default_location: middle } = useShop()
  const { point: here } = useScope()
  const pickup = trip?.pickup?.point ?? here
  const destination = trip?.destination?.point
  const route = useRoute(pickup, destination)
  const pins = useMemo(() => {
    const owners = new Map<number, { pin: VehicleView['provider']; count: number }>()
    for (const { provider } of vehicles) {
      owners.set(provider.id, { pin: provider, count: (owners.get(provider.id)?.count ?? 0) + 1 })
    }
    const list: MapPin[] = [...owners.values()].map(({ pin, count }) => ({
      id: `provider-${pin.id}`,
      kind: 'store',
      point: { lat: pin.latitude, lng: pin.longitude },
      label: t(text.count, { name: pin.name, n: count }),
    }))
    if (trip && pickup) list.push({ id: 'pickup', kind: 'place', point: pickup, label: t(text.pickup) })
    // Without a way there the pickup is shown alone (MAP-02).
    if (destination && route !== null) {
      list.push({ id: 'destination', kind: 'place', point: destination, label: t(text.destination) })
    }
    return list
  }, [vehicles, trip, pickup, destination, route, t])
  const points = [...pins.map(({ point }) => point), ...(route?.path ?? [])]
  return (
    <>
      <div className={c.map}>
        <MapView
          // Another search starts again, so that its pins are in view; more pages of it do not.
          key={`${vehicles[0]?.id}-${destination?.lat}`}
          label={t(text.label)}
          center={pins[0]?.point ?? middle}
          start="delivery"
          fit={points}
          pins={pins}
          route={route?.path}
          inPage
        />
      </div>
      {pickup && destination && <DirectionsLink origin={pickup} destination={destination} />}
    </>
  )
}
