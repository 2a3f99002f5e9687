import { http, HttpResponse } from 'msw'
import type {
  AvailabilityOutputBody,
  BannersOutputBody,
  ProvidersOutputBody,
  RentalBrandsOutputBody,
  RentalCategoriesOutputBody,
  ReviewsOutputBody,
  ReviewView,
  VehiclesOutputBody,
  VehicleView,
  ZonesOutputBody,
} from '@/lib/api/types.gen'
import { chooseModule, choosePlace } from '@/lib/scope/scope'
import { testBanner, wholeList } from './fixtures'
import { rentalModule, testBicycle, testProvider, testVehicle } from './rental-fixtures'
import { server } from './server'

export const rentalZone = 'Indian/Maldives'

/** A page of a list of vehicles. */
export const vehicles = (list: VehicleView[], page: Partial<VehiclesOutputBody> = {}) =>
  HttpResponse.json<VehiclesOutputBody>({
    vehicles: list,
    limit: 20,
    offset: 1,
    total_size: list.length,
    choices: {
      brands: [
        { value: 'Spoke', count: 1 },
        { value: 'Tarn', count: 1 },
      ],
      types: [{ value: 'SUV', count: 1 }], // of an older server
      fuels: [{ value: 'Petrol', name: 'Gasoline', count: 1 }],
      transmissions: [{ value: 'automatic', count: 1 }],
      seats: [1, 5],
      min_price: 0.54,
      max_price: 14,
    },
    ...page,
  })

const review: ReviewView = {
  id: 1,
  customer_name: 'Asha',
  rating: 4,
  comment: 'Clean and on time.',
  images: [],
  reply: 'Come again.',
  item_name: '',
  created_at: '2026-11-19T10:00:00Z',
}

/** Chooses a place and the rental module, and serves a provider with a car and a bicycle. */
export function serveRental() {
  choosePlace({ location: 'Saffron Circus', point: { lat: -11.4, lng: 65.2 }, zoneIds: [1] })
  chooseModule(rentalModule)
  server.use(
    http.get('*/zones', () =>
      HttpResponse.json<ZonesOutputBody>(
        wholeList({ zones: [{ id: 1, slug: 'harbour', name: 'Harbour', time_zone: rentalZone, coordinates: [] }] }),
      ),
    ),
    http.get('*/items/suggest', () => HttpResponse.json({ suggestions: [] })),
    http.get('*/rental/banners', () => HttpResponse.json<BannersOutputBody>(wholeList({ banners: [testBanner] }))),
    http.get('*/rental/categories', () =>
      HttpResponse.json<RentalCategoriesOutputBody>(
        wholeList({
          categories: [{ id: 51, slug: 'family-cars', name: 'Family & SUV', image_full_url: '', vehicle_count: 2 }],
        }),
      ),
    ),
    http.get('*/rental/brands', () =>
      HttpResponse.json<RentalBrandsOutputBody>(wholeList({ brands: [{ value: 'Tarn', count: 3 }] })),
    ),
    http.get('*/rental/vehicles/top-rated', () => vehicles([testVehicle])),
    http.get('*/rental/vehicles', () => vehicles([testVehicle, testBicycle])),
    http.get('*/rental/vehicles/:id', () => HttpResponse.json<VehicleView>(testVehicle)),
    http.get('*/rental/providers', () =>
      HttpResponse.json<ProvidersOutputBody>({ providers: [testProvider], limit: 12, offset: 1, total_size: 1 }),
    ),
    http.get('*/rental/providers/:id', () => HttpResponse.json(testProvider)),
    http.get('*/rental/providers/:id/vehicles', () => vehicles([testVehicle, testBicycle])),
    http.get('*/rental/vehicles/:id/availability', () =>
      HttpResponse.json<AvailabilityOutputBody>({ busy: [], time_zone: rentalZone, total_vehicle_count: 3 }),
    ),
    http.get('*/rental/:of/:id/reviews', () =>
      HttpResponse.json<ReviewsOutputBody>({
        reviews: [review],
        stars: [0, 0, 0, 1, 0],
        limit: 20,
        offset: 1,
        total_size: 1,
      }),
    ),
    http.get('*/maps/distance', () =>
      HttpResponse.json({ distanceMeters: 3200, distance_km: 3.2, duration: '420s', source: 'route' }),
    ),
  )
}
