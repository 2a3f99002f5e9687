import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CustomerView, TripQuoteView } from '@/lib/api/types.gen'
import type { Problem } from '@/lib/requests/problems'
import { useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import { contactOfCustomer, storeContact, useContact } from './contact'
import { useNewestQuote } from './newest-quote'
import { byField } from './problems-at'
import { paymentBody } from './request-parts'
import {
  isNoTripPlaced,
  tripQuoteIn,
  tripQuoteOptions,
  usePlaceTrip,
  type PlacedTrip,
  type TripRequest,
} from './trip-checkout-queries'
import { useTripDraft } from './trip-draft'
import { useFailedPlacing } from './use-failed-placing'
import { usePerson } from './use-person'

const text = defineMessages({
  notSent: { id: 'trip_checkout.not_sent', defaultMessage: 'There is no connection: your trip was not sent.' },
  notPlaced: {
    id: 'trip_checkout.not_placed',
    defaultMessage: 'Your trip did not reach us. Nothing was booked.',
  },
  placedBefore: {
    id: 'trip_checkout.placed_before',
    defaultMessage: 'Your trip had reached the shop and was booked. Look at it before you book again.',
  },
  showAll: { id: 'trip_checkout.show_all', defaultMessage: 'See trips' },
  refusedElsewhere: { id: 'trip_checkout.refused_elsewhere', defaultMessage: 'Your trip was not placed.' },
  openElsewhere: {
    id: 'trip_checkout.open_elsewhere',
    defaultMessage:
      'We sent your booking, but got no response. Open the checkout to check again: nothing is booked twice.',
  },
})

export type TripCheckoutInput = {
  /** Identifies the provider. A draft about another one is ignored. */
  about: string
  /** Identifies the contents. Other contents need another quote. */
  lines: string
  /** The lines are loaded and not empty. */
  isReady: boolean
  /** undefined: a guest. */
  customer?: CustomerView
  /** isHere: the checkout is still open. isGuest: a guest placed it. */
  onPlaced: (placed: PlacedTrip, isHere: boolean, isGuest: boolean) => void
}

/** The state of a trip's checkout: the draft, its quote, and placing the trip (RNT-11). */
export function useTripCheckout({ about, lines, isReady, customer, onPlaced }: TripCheckoutInput) {
  const queryClient = useQueryClient()
  const scope = useScope()
  const shop = useShop()
  const guest = useContact()
  const { draft, change, forget } = useTripDraft(about)
  const owner = String(customer?.id ?? 'guest')
  const person = usePerson({ draft, change, owner, takeAway: true, withEmail: !customer })
  const contact = { ...(customer ? contactOfCustomer(scope, customer) : guest), ...person.person }
  const failed = useFailedPlacing({
    labels: text,
    listPage: '/my-trips',
    isNothingPlaced: isNoTripPlaced,
    quoteIn: tripQuoteIn,
  })
  const placing = usePlaceTrip({
    onPlaced: (placed, ...how) => {
      onPlaced(placed, ...how)
      forget()
    },
    onFailedElsewhere: failed.showElsewhere,
  })

  const request: TripRequest = {
    ...paymentBody(draft, shop, customer),
    coupon_code: draft.coupon_code || undefined,
  }
  const options = tripQuoteOptions(scope, request, lines, isReady && !placing.isSuccess && !placing.unanswered)
  const quoted = useQuery(options)
  const newest = useNewestQuote(quoted, `${owner} ${JSON.stringify(scope.headers)}`)

  const showAtFields = (found: readonly Problem[]) => {
    const ofPerson = found.filter(({ field }) => field?.startsWith('contact_person_'))
    const isShown = ofPerson.length > 0 && person.showErrors(byField(ofPerson))
    return isShown ? found.filter((problem) => !ofPerson.includes(problem)) : found
  }
  const { unanswered } = placing
  const place = (trip: TripRequest, agreed?: TripQuoteView) =>
    placing.place(trip, (error, isAgain) =>
      failed.show(error, { agreed, isAgain, queryKey: options.queryKey, showAtFields }),
    )

  return {
    contact,
    person,
    draft,
    change,
    quoted,
    ...newest,
    /** Quotes the trip with a coupon. The quote is cached, so it is shown at once when the code is applied. */
    tryCode: async (code: string) =>
      (await queryClient.fetchQuery(tripQuoteOptions(scope, { ...request, coupon_code: code }, lines, true))).coupon,
    /** Places the trip for the accepted quote, if the contact is complete. */
    book: (agreed: TripQuoteView) => {
      if (!person.check(contact)) return
      if (!customer) storeContact(contact)
      const { contact_person_name, contact_person_number, contact_person_email } = contact
      const who = { contact_person_name, contact_person_number, contact_person_email }
      const accepted = { accepted_total: agreed.total, quote_digest: agreed.digest }
      place({ ...request, ...who, note: draft.note || undefined, ...accepted }, agreed)
    },
    isPlacing: placing.isPending,
    isPlaced: placing.isSuccess,
    /** A trip without a response, which can be sent again. */
    unanswered: unanswered && { isMine: unanswered.isMine, ask: () => place(unanswered.body) },
    changed: failed.changed,
    closeChanged: failed.closeChanged,
  }
}
