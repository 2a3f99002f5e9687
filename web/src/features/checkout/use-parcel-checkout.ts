import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { orderAddressOf, quotePlaceOf, type Contact } from '@/lib/account/contact'
import type { ConfigView, CustomerView, ParcelInstructionView, PlaceOutputBody, QuoteView } from '@/lib/api/types.gen'
import { toastProblem } from '@/lib/page/toast'
import type { Problem } from '@/lib/requests/problems'
import { storeDestination } from '@/lib/scope/last-destinations'
import { useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { defineMessages, type Message } from '@/lib/text/messages'
import { quoteIn, quoteOptions, type OrderRequest } from './checkout-queries'
import { contactOfCustomer, storeContact, useContact } from './contact'
import { useNewestQuote } from './newest-quote'
import { useParcelDraft, type ParcelDraft } from './parcel-draft'
import { parcelCategoriesOptions, parcelInstructionsOptions, isNoParcelPlaced, usePlaceParcel } from './parcel-queries'
import { useStopComplaints, type End } from './parcel-stops'
import { byField, isOfField } from './problems-at'
import { addressBody, paymentBody, tipOf } from './request-parts'
import { joinNotes, useTooLong } from './rider-note'
import { useFailedPlacing } from './use-failed-placing'

const text = defineMessages({
  notSent: { id: 'parcel_form.not_sent', defaultMessage: 'There is no connection: your parcel was not sent.' },
  notPlaced: {
    id: 'parcel_form.not_placed',
    defaultMessage: 'Your parcel did not reach us. Nothing was ordered.',
  },
  placedBefore: {
    id: 'parcel_form.placed_before',
    defaultMessage: 'Your parcel had reached the shop and was placed. Look at it before you send it again.',
  },
  showAll: { id: 'parcel_form.show_all', defaultMessage: 'See orders' },
  refusedElsewhere: { id: 'parcel_form.refused_elsewhere', defaultMessage: 'Your parcel was not placed.' },
  openElsewhere: {
    id: 'parcel_form.open_elsewhere',
    defaultMessage:
      'We sent your parcel’s order, but got no response. Open its form to check again: nothing is ordered twice.',
  },
  atSender: { id: 'parcel_form.sender_note', defaultMessage: 'Pick up at: {note}' },
  atReceiver: { id: 'parcel_form.receiver_note', defaultMessage: 'Bring to: {note}' },
})

export type ParcelInput = {
  /** What is sent; undefined: not chosen yet. */
  categoryId: number | undefined
  /** It is known who sends it, and they may. */
  isReady: boolean
  /** undefined: a guest. */
  customer?: CustomerView
  /** isHere: the checkout is still open. isGuest: a guest placed it. */
  onPlaced: (placed: PlaceOutputBody, isHere: boolean, isGuest: boolean) => void
}

/** The state of the form for a parcel: the draft, its quote, and placing it (PCL-01). */
export function useParcelCheckout({ categoryId, isReady, customer, onPlaced }: ParcelInput) {
  const queryClient = useQueryClient()
  const scope = useScope()
  const { guest, sender, forget, request, orderOf, instruction, ...parcel } = useParcel(categoryId, customer)
  const { change } = parcel
  const { receiver } = parcel.draft
  const stops = useStopComplaints()
  const tooLong = useTooLong(instruction)
  const [noteComplaints, setNoteComplaints] = useState<Record<string, string>>({})
  const failed = useFailedPlacing({ labels: text, listPage: '/my-orders', isNothingPlaced: isNoParcelPlaced, quoteIn })
  const placing = usePlaceParcel({
    onPlaced: (placed, ...how) => {
      const { receiver: to } = placed.order
      if (to) storeDestination({ location: to.address, point: { lat: to.latitude, lng: to.longitude } })
      onPlaced(placed, ...how)
      forget()
    },
    onFailedElsewhere: failed.showElsewhere,
  })

  // Everything that the price depends on is part of the query's key: a change asks again (R2).
  const isAsked = isReady && parcel.category !== undefined && !placing.isSuccess && !placing.unanswered
  const options = quoteOptions(scope, request, '', isAsked)
  const quoted = useQuery(options)
  const newest = useNewestQuote(quoted, `${ownerOf(customer)} ${JSON.stringify(scope.headers)}`)
  useRefetchCategories(newest.quote, parcel.categories.refetch)

  const showAtFields = (found: readonly Problem[]) => {
    const others = stops.showProblems(found)
    setNoteComplaints(byField(others.filter(isOfField)))
    return others.filter((problem) => !isOfField(problem))
  }
  const { unanswered } = placing
  const place = (body: OrderRequest, agreed?: QuoteView) =>
    placing.place(body, (error, isAgain) =>
      failed.show(error, { agreed, isAgain, queryKey: options.queryKey, showAtFields }),
    )

  return {
    ...parcel,
    stops: { sender, receiver },
    complaints: stops.complaints,
    /** The errors of instruction and tip, by field. */
    noteComplaints: { ...noteComplaints, ...byField([...newest.refused.filter(isOfField), ...tooLong]) },
    changeStop: (end: End, part: Partial<Contact>) => {
      stops.clear(end, part)
      change(end === 'sender' ? { sender: { ...sender, ...part } } : { receiver: { ...receiver, ...part } })
    },
    quoted,
    ...newest,
    /** Quotes the parcel with a coupon. The quote is cached, so it is shown at once when the code is applied. */
    tryCode: async (code: string) =>
      (await queryClient.fetchQuery(quoteOptions(scope, { ...request, coupon_code: code }, '', true))).coupon,
    /** Places the parcel for the accepted quote, if both stops are complete. */
    send: (agreed: QuoteView) => {
      if (!stops.check({ sender, receiver })) return
      if (tooLong[0]) return toastProblem(tooLong[0].message)
      const { contact_person_name, contact_person_number, contact_person_email } = sender
      if (!customer) storeContact({ ...guest, contact_person_name, contact_person_number, contact_person_email })
      place(orderOf(agreed), agreed)
    },
    isPlacing: placing.isPending,
    isPlaced: placing.isSuccess,
    /** A parcel without a response, which can be sent again. */
    unanswered: unanswered && { isMine: unanswered.isMine, ask: () => place(unanswered.body) },
    changed: failed.changed,
    closeChanged: failed.closeChanged,
  }
}

export type ParcelState = ReturnType<typeof useParcelCheckout>

/** Fetches the categories again when the chosen one is no longer offered. A price is asked for only with one. */
function useRefetchCategories(quote: QuoteView | undefined, refetch: () => unknown) {
  const isGone = quote?.problems.some(({ code }) => code === 'category_missing') ?? false
  useEffect(() => {
    if (isGone) void refetch()
  }, [isGone, refetch])
}

const ownerOf = (customer: CustomerView | undefined) => String(customer?.id ?? 'guest')

/** The parcel as it is filled in: what is sent and between whom, and the requests that quote and place it. */
function useParcel(categoryId: number | undefined, customer: CustomerView | undefined) {
  const scope = useScope()
  const shop = useShop()
  const guest = useContact()
  const { draft, change, forget } = useParcelDraft(ownerOf(customer))
  const categories = useQuery(parcelCategoriesOptions(scope))
  const instructions = useQuery(parcelInstructionsOptions(scope)).data?.instructions ?? []
  const category = categories.data?.categories.find(({ id }) => id === categoryId)
  const quantity = Math.min(draft.quantity, category?.maximum_quantity ?? draft.quantity)
  const own = draft.sender ?? (customer ? contactOfCustomer(scope, customer) : guest)
  // The form asks only guests for an e-mail. One that was typed before the sign-in must not be sent unseen.
  const sender = customer ? { ...own, contact_person_email: '' } : own
  const what = { parcel_category_id: category?.id, parcel_quantity: quantity }
  const instruction = useInstruction(draft, sender, instructions)
  const request: OrderRequest = { ...what, ...requestOf(draft, sender, shop, customer) }
  return {
    draft,
    change,
    forget,
    categories,
    category,
    quantity,
    instructions,
    instruction,
    guest,
    sender,
    receiverPays: draft.charge_payer === 'receiver',
    takesTips: shop.dm_tips_status === 1,
    request,
    orderOf: (agreed: QuoteView): OrderRequest => ({
      ...request,
      ...addressBody(sender, customer?.addresses, orderAddressOf(sender, false)),
      receiver: orderAddressOf(draft.receiver, false),
      delivery_instruction: instruction || undefined,
      accepted_total: agreed.total,
      quote_digest: agreed.digest,
    }),
  }
}

/** What a quote depends on, beside what is sent. */
function requestOf(
  draft: ParcelDraft,
  sender: Contact,
  shop: ConfigView,
  customer: CustomerView | undefined,
): OrderRequest {
  const receiverPays = draft.charge_payer === 'receiver'
  return {
    source: 'parcel',
    order_type: 'parcel',
    charge_payer: draft.charge_payer,
    ...addressBody(sender, customer?.addresses, quotePlaceOf(sender, false)),
    receiver: quotePlaceOf(draft.receiver, false),
    schedule_at: draft.schedule_at,
    ...(receiverPays ? { payment_method: 'cash_on_delivery' } : paymentBody(draft, shop, customer)),
    tip: shop.dm_tips_status === 1 ? tipOf(draft, shop) : undefined,
    coupon_code: draft.coupon_code || undefined,
  }
}

/** Returns the instruction for the rider: the chosen sentences, the note, and what is to be known of each door. */
function useInstruction(draft: ParcelDraft, sender: Contact, instructions: readonly ParcelInstructionView[]) {
  const { formatMessage: t } = useIntl()
  const chosen = instructions.filter(({ id }) => draft.instructions.includes(id)).map(({ text: words }) => words)
  const at = (place: Message, { additional_information }: Contact) => {
    const note = additional_information.trim()
    return note && t(place, { note })
  }
  return joinNotes(...chosen, draft.note.trim(), at(text.atSender, sender), at(text.atReceiver, draft.receiver))
}
