import { Button } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { IconMapPin, IconMapPinOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Dialog } from '@/components/overlay/dialog'
import { MapView } from '@/components/map/map-view'
import { cornersOf } from '@/components/map/shapes'
import { geocodeOptions, listZonesOptions, lookupZoneOptions } from '@/lib/api/@tanstack/react-query.gen'
import { getPlaceDetails } from '@/lib/api/sdk.gen'
import type { PlacePrediction } from '@/lib/api/types.gen'
import type { Point } from '@/lib/scope/guards'
import type { MapDialog } from '@/contracts/map-dialog'
import { defineMessages } from '@/lib/text/messages'
import { useScope, type Place } from '@/lib/scope/scope'
import { useIsRental, useShop } from '@/lib/scope/shop'
import { pointQuery } from './find-place'
import { PlaceProblem } from './place-problem'
import { PlaceSearch } from './place-search'
import { placeText } from './place-text'
import c from './place-map-dialog.module.css'

const text = defineMessages({
  map: { id: 'place.map', defaultMessage: 'Map of the delivery zones. Arrow keys move it under the pin.' },
  hint: { id: 'place.map_hint', defaultMessage: 'Move the map until the pin stands on your door.' },
  looking: { id: 'place.looking', defaultMessage: 'Looking at this place' },
  outside: {
    id: 'place.map_outside',
    defaultMessage: 'We do not deliver here yet. Move the pin into a green area.',
  },
  back: { id: 'place.map_back', defaultMessage: 'Back to where we deliver' },
  use: { id: 'place.use', defaultMessage: 'Use this place' },
})

/** In rental every text that elsewhere says delivery says pickup (HDR-09). */
const rentalText = {
  ...text,
  ...defineMessages({
    map: { id: 'place.map_rental', defaultMessage: 'Map of the pickup zones. Arrow keys move it under the pin.' },
    hint: { id: 'place.map_hint_rental', defaultMessage: 'Move the map until the pin stands on the place.' },
    outside: {
      id: 'place.map_outside_rental',
      defaultMessage: 'Pickup is not possible here yet. Move the pin into a green area.',
    },
    back: { id: 'place.map_back_rental', defaultMessage: 'Back to where pickup is possible' },
  }),
}

const useText = () => (useIsRental() ? rentalText : text)

/** The dialog for picking a place on the map. Only a place inside a zone can be used (Z2). */
export default function PlaceMapDialog({ opened, from, onClose, onPlace }: Parameters<MapDialog>[0]) {
  const { formatMessage: t } = useIntl()
  const shop = useShop()
  const { point: stored } = useScope()
  const words = useText()
  const map = useMapPosition(opened, from ?? stored)
  const { near } = map
  const zones = useQuery({ ...listZonesOptions(), staleTime: Infinity })
  const here = usePlaceAt(map.picked)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={<FormattedMessage {...placeText.fromMap} />}
      width={720}
      footer={
        <div className={c.footer}>
          <div className={c.said} role="status">
            <PlaceStatus {...here} onBack={map.reset} />
          </div>
          <Button size="md" h={52} disabled={!here.place} onClick={() => here.place && onPlace(here.place)}>
            <FormattedMessage {...text.use} />
          </Button>
        </div>
      }
    >
      <div className={c.body}>
        <PlaceSearch onPick={map.flyTo} busy={map.isFlying} />
        <div className={c.map}>
          {zones.isPending ? null : (
            <MapView
              key={map.version}
              label={t(words.map)}
              center={near ?? shop.default_location}
              start={near ? 'point' : 'area'}
              fit={near ? undefined : cornersOf(zones.data?.zones ?? [])}
              zones={zones.data?.zones}
              onPick={map.setPicked}
            />
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** Where the map begins and is moved to, and the point under its pin. */
function useMapPosition(opened: boolean, start: Point | undefined) {
  const [begun, setBegun] = useState<Point>()
  const [flown, setFlown] = useState<Point>()
  const [picked, setPicked] = useState<Point>()
  const [version, setVersion] = useState(0)
  // Each opening starts at the form's point. While the dialog closes, the map stays.
  const [wasOpened, setWasOpened] = useState(false)
  if (opened !== wasOpened) {
    setWasOpened(opened)
    if (opened) {
      setBegun(start)
      setFlown(undefined)
      setPicked(undefined)
    }
  }
  // A mutation, so that a failure shows a toast.
  const fly = useMutation({
    mutationFn: async ({ placeId }: PlacePrediction) =>
      (await getPlaceDetails({ query: { placeid: placeId }, throwOnError: true })).data,
  })
  const { reset: stopFlying } = fly
  useEffect(() => {
    if (!opened) stopFlying() // a late answer must not move the map of the next opening
  }, [opened, stopFlying])
  return {
    /** A place may be picked before the map is loaded. Without one, all zones are in view. */
    near: flown ?? begun,
    picked,
    setPicked,
    isFlying: fly.isPending,
    // The callback of this call only: it does not run once another place is picked.
    flyTo: (place: PlacePrediction) =>
      fly.mutate(place, {
        onSuccess: ({ location }) => setFlown({ lat: location.latitude, lng: location.longitude }),
      }),
    /** Identifies the map, which begins again with another one. */
    version,
    reset: () => {
      stopFlying()
      setFlown(undefined)
      setPicked(undefined)
      setVersion(version + 1)
    },
  }
}

type Here = ReturnType<typeof usePlaceAt>

function PlaceStatus({ address, place, outside, error, looking, onBack }: Here & { onBack: () => void }) {
  const words = useText()
  if (outside) {
    return (
      <p className={c.outside}>
        <IconMapPinOff size={20} aria-hidden />
        <span>
          <FormattedMessage {...words.outside} />{' '}
          <button type="button" className={c.back} onClick={onBack}>
            <FormattedMessage {...words.back} />
          </button>
        </span>
      </p>
    )
  }
  if (error) return <PlaceProblem error={error} />
  return (
    <p className={c.address} data-looking={looking || undefined}>
      <IconMapPin size={20} aria-hidden />
      <bdi>{place ? place.location : address || <FormattedMessage {...(looking ? words.looking : words.hint)} />}</bdi>
    </p>
  )
}

/** Returns address and zones of the point under the pin, as far as they are loaded. */
function usePlaceAt(point: Point | undefined) {
  const { formatMessage: t } = useIntl()
  const query = point ? pointQuery(point) : { lat: 0, lng: 0 }
  const enabled = point !== undefined
  const zones = useQuery({ ...lookupZoneOptions({ query }), enabled })
  const geocode = useQuery({ ...geocodeOptions({ query }), enabled, placeholderData: keepPreviousData })
  const zoneIds = zones.data?.zone_ids
  const address = geocode.data?.results[0]?.formatted_address
  const settled = !geocode.isPlaceholderData && (geocode.isSuccess || geocode.isError)
  const place: Place | undefined =
    point && zoneIds?.length && settled
      ? { location: address || t(placeText.unnamed), point: query, zoneIds }
      : undefined
  return {
    place,
    address,
    outside: zoneIds?.length === 0,
    looking: enabled && !place,
    error: zones.error,
  }
}
