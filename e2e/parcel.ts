import type { CheckoutBody, ParcelCategoriesOutputBody, ParcelCategoryView, PlaceOutputBody, QuoteView } from '../web/src/lib/api/types.gen.ts'
import type { Guest } from './guest.ts'
import type { TownAPI } from './town-api.ts'

/** A place where a parcel may go, as the page stores the last destinations. */
export type Destination = { location: string; point: { lat: number; lng: number } }

/** What may be sent, in order. */
export async function parcelCategories(api: TownAPI): Promise<ParcelCategoryView[]> {
  const headers = { moduleId: String((await api.module('parcel')).id) }
  return (await api.get<ParcelCategoriesOutputBody>('/parcel/categories', headers)).categories
}

/** Served places at some distance from the middle of town: the doors of stores. */
export async function destinations(api: TownAPI): Promise<Destination[]> {
  const { point } = await api.place()
  const isFar = (lat: number, lng: number) => Math.hypot(lat - point.lat, lng - point.lng) > 0.004
  const stores = (await api.stores()).filter(({ latitude, longitude }) => isFar(latitude, longitude))
  const places = stores.map(({ address, latitude: lat, longitude: lng }) => ({ location: address, point: { lat, lng } }))
  return places.filter(({ location }, i) => places.findIndex((other) => other.location === location) === i)
}

/** Sends a parcel of a guest, which the receiver pays at the door. */
export async function sendParcel(api: TownAPI, guest: Guest): Promise<PlaceOutputBody> {
  const [{ location, point }, [to], [category]] = await Promise.all([api.place(), destinations(api), parcelCategories(api)])
  const body: CheckoutBody = {
    source: 'parcel',
    order_type: 'parcel',
    guest_id: guest.id,
    parcel_category_id: category!.id,
    parcel_quantity: 2,
    charge_payer: 'receiver',
    payment_method: 'cash_on_delivery',
    address: {
      address: location,
      latitude: point.lat,
      longitude: point.lng,
      contact_person_name: 'Asha Rao',
      contact_person_number: '+12025550123',
    },
    receiver: {
      address: to!.location,
      latitude: to!.point.lat,
      longitude: to!.point.lng,
      contact_person_name: 'Ben Okri',
      contact_person_number: '+12025550177',
      floor: '2',
    },
    delivery_instruction: 'Fragile: please carry it upright',
  }
  const quote = await api.send<QuoteView>('POST', '/checkout/quote', body, 'parcel')
  return api.send<PlaceOutputBody>('POST', '/orders', { ...body, accepted_total: quote.total, quote_digest: quote.digest }, 'parcel')
}
