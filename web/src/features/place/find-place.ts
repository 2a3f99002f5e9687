import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useIntl, type IntlShape } from 'react-intl'
import { geocodeOptions, getPlaceDetailsOptions, lookupZoneOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { PlacePrediction } from '@/lib/api/types.gen'
import type { Point } from '@/lib/scope/guards'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { problems } from '@/lib/requests/problems'
import { choosePlace, type Place } from '@/lib/scope/scope'
import { locate, LocateProblem } from './locate'
import { placeText } from './place-text'

const text = defineMessages({
  outside: {
    id: 'place.outside',
    defaultMessage: 'We do not deliver to this place yet. Please choose another one.',
  },
  outsideRental: {
    id: 'place.outside_rental',
    defaultMessage: 'Pickup is not possible at this place yet. Please choose another one.',
  },
  refused: {
    id: 'place.refused',
    defaultMessage:
      'Your browser does not share your location. Allow it in the browser’s settings, or search for your address.',
  },
  timeout: {
    id: 'place.timeout',
    defaultMessage: 'Finding your location took too long. Please try again, or search for your address.',
  },
  unavailable: {
    id: 'place.unavailable',
    defaultMessage: 'This device does not know where it is. Please search for your address.',
  },
})

/** The device's location, or one of the suggestions. */
export type Where = 'here' | PlacePrediction

/** Six decimals are about 10 cm. More of them would only prevent cache hits. */
export const pointQuery = ({ lat, lng }: Point) => ({ lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) })

/**
 * Looks up address and zones of a place, stores it (LOC-02) and calls onChosen. Rejects with
 * OutOfZone if no zone contains it (Z2).
 */
export function useChoosePlace(onChosen: (place: Place) => void) {
  const queryClient = useQueryClient()
  const { formatMessage: t } = useIntl()

  const addressAt = async (query: Point) => {
    const { results } = await queryClient.fetchQuery(geocodeOptions({ query }))
    return results[0]?.formatted_address || t(placeText.unnamed)
  }
  const find = async (where: Where): Promise<Place> => {
    if (where === 'here') return inZone(await locate())
    const { formattedAddress, location } = await queryClient.fetchQuery(
      getPlaceDetailsOptions({ query: { placeid: where.placeId } }),
    )
    return inZone({ lat: location.latitude, lng: location.longitude }, formattedAddress)
  }
  const inZone = async (point: Point, location?: string): Promise<Place> => {
    const query = pointQuery(point)
    const { zone_ids } = await queryClient.fetchQuery(lookupZoneOptions({ query }))
    if (zone_ids.length === 0) throw new OutOfZone()
    return { location: location || (await addressAt(query)), point: query, zoneIds: zone_ids }
  }

  const finding = useMutation({
    mutationFn: find,
    meta: { quiet: true }, // the component shows the error
  })
  return {
    ...finding,
    // Callbacks of this call only: they do not run after unmounting or reset.
    mutate: (where: Where) =>
      finding.mutate(where, {
        onSuccess: (place) => {
          choosePlace(place)
          onChosen(place)
        },
      }),
  }
}

/** No zone contains the point, so there is no delivery (Z2). */
class OutOfZone extends Error {
  override name = 'OutOfZone'
}

/** Returns the message for a place that was not found or cannot be used. */
export function placeProblem(error: unknown, isRental: boolean, { formatMessage: t }: IntlShape): string {
  if (error instanceof OutOfZone) return t(isRental ? text.outsideRental : text.outside)
  if (error instanceof LocateProblem) return t(text[error.reason])
  return problems(error, t(common.offline))
    .map(({ message }) => message)
    .join(' ')
}
