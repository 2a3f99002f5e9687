import { http, HttpResponse } from 'msw'
import type {
  AutocompleteOutputBody,
  GeocodeOutputBody,
  LookupZoneOutputBody,
  PlaceDetailsOutputBody,
  ZonesOutputBody,
  ZoneView,
} from '@/lib/api/types.gen'
import type { Point } from '@/lib/scope/guards'
import { wholeList } from './fixtures'

const ring = (west: number, east: number) => [
  { lat: -11.5, lng: west },
  { lat: -11.5, lng: east },
  { lat: -11.3, lng: east },
  { lat: -11.3, lng: west },
  { lat: -11.5, lng: west },
]

const oldTown: ZoneView = {
  id: 4,
  slug: 'old-town',
  name: 'Old Town',
  time_zone: 'Indian/Maldives',
  coordinates: ring(65.1, 65.3),
}
const harbour: ZoneView = { ...oldTown, id: 2, slug: 'harbour', name: 'Harbour', coordinates: ring(65.2, 65.4) }

/** In both zones. */
export const library: Point = { lat: -11.4, lng: 65.25 }
/** Only in the Old Town. */
export const dunes: Point = { lat: -11.4, lng: 65.15 }
/** In no zone. */
export const sea: Point = { lat: -11.4, lng: 66 }

const contains = ({ coordinates }: ZoneView, lng: number) =>
  Math.min(...coordinates.map((corner) => corner.lng)) <= lng &&
  lng < Math.max(...coordinates.map((corner) => corner.lng))

const numberOf = (request: Request, name: string) => Number(new URL(request.url).searchParams.get(name))

const places = [
  { id: 'library', name: 'Central Library', more: 'Saffron Circus', at: library },
  { id: 'lightship', name: 'Lightship', more: 'At sea', at: sea },
]

/** Handlers for a town with two zones that overlap: zones, geocoding and place search. */
export const townHandlers = [
  http.get('*/zones', () => HttpResponse.json<ZonesOutputBody>(wholeList({ zones: [harbour, oldTown] }))),
  http.get('*/zones/lookup', ({ request }) => {
    const zones = [oldTown, harbour].filter((zone) => contains(zone, numberOf(request, 'lng')))
    const zone_ids = zones.map(({ id }) => id)
    return HttpResponse.json<LookupZoneOutputBody>({ zone_id: zone_ids[0] ?? 0, zone_ids, zones })
  }),
  http.get('*/maps/geocode', ({ request }) =>
    HttpResponse.json<GeocodeOutputBody>({
      results: [{ formatted_address: numberOf(request, 'lng') < 65.2 ? 'West Dunes' : '5 Rope Lane, Old Town' }],
    }),
  ),
  http.get('*/maps/place-autocomplete', ({ request }) => {
    const words = new URL(request.url).searchParams.get('search_text')?.toLowerCase() ?? ''
    return HttpResponse.json<AutocompleteOutputBody>({
      suggestions: places
        .filter(({ name }) => name.toLowerCase().includes(words))
        .map(({ id, name, more }) => ({
          placePrediction: {
            placeId: id,
            structuredFormat: { mainText: { text: name }, secondaryText: { text: more } },
          },
        })),
    })
  }),
  http.get<never, never, PlaceDetailsOutputBody>('*/maps/place-details', ({ request }) => {
    const id = new URL(request.url).searchParams.get('placeid')
    const place = places.find((one) => one.id === id) ?? places[0]
    if (!place) throw new Error('the town has places')
    return HttpResponse.json({
      formattedAddress: `${place.name}, ${place.more}`,
      location: { latitude: place.at.lat, longitude: place.at.lng },
    })
  }),
]

/** Mocks the device's location, or the error code of its refusal. Returns the options of every call. */
export function mockGeolocation(answer: Point | { code: number }) {
  const asked: (PositionOptions | undefined)[] = []
  const getCurrentPosition: Geolocation['getCurrentPosition'] = (found, failed, options) => {
    asked.push(options)
    if ('code' in answer) failed?.(answer as GeolocationPositionError)
    else found({ coords: { latitude: answer.lat, longitude: answer.lng } } as GeolocationPosition)
  }
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } })
  return asked
}
