import { knownPurchases } from '@/lib/account/known-purchases'

/** The trips that a guest placed on this device. */
export const {
  remember: rememberTrip,
  rememberOpened: rememberTripOpened,
  forget: forgetTrip,
  useAll: useKnownTrips,
  useLink: useTripLink,
} = knownPurchases('guest_trips')

/** Returns a link that opens the trip on any device. Browsers do not send the part behind the #. */
export const tripLinkWithToken = (id: number, token: string) => `${location.origin}/trip/${id}#token=${token}`
