import { knownPurchases } from '@/lib/account/known-purchases'

/** The trips that a guest placed on this device. */
export const {
  remember: rememberTrip,
  rememberEnded: rememberTripEnded,
  useAll: useKnownTrips,
  useLink: useTripLink,
} = knownPurchases('guest_trips')
