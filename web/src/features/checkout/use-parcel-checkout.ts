import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { isUnchangedAddress, orderAddressOf, quotePlaceOf, type Contact } from '@/lib/account/contact'
import type { CustomerView, PlaceOutputBody, QuoteView } from '@/lib/api/types.gen'
import { toastProblem } from '@/lib/page/toast'
import { problems } from '@/lib/requests/problems'
import { storeDestination } from '@/lib/scope/last-destinations'
import { useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { sumMajor } from '@/lib/text/money'
import { isChanged, quoteIn, quoteOptions, type OrderRequest } from './checkout-queries'
import { contactOfCustomer, storeContact, useContact } from './contact'
import { toastFailedElsewhere } from './failed-elsewhere'
import { useNewestQuote } from './newest-quote'
import { useParcelDraft } from './parcel-draft'
import { categoriesOptions, instructionsOptions, isNoParcelPlaced, usePlaceParcel } from './parcel-queries'
import { useStopComplaints, type End } from './parcel-stops'
import { usePlacedBefore } from './placed-before'
import { isOfField } from './problems-at'

const text = defineMessages({
  notSent: { id: 'parcel_form.not_sent', defaultMessage: 'There is no connection: your parcel was not sent.' },
  notPlaced: {
    id: 'parcel_form.not_placed',
    defaultMessage: 'Your parcel had not reached the shop. Nothing was ordered.',
  },
  placedBefore: {
    id: 'parcel_form.placed_before',
    defaultMessage: 'Your parcel had reached the shop and was placed. Look at it before you send it again.',
  },
  showAll: { id: 'parcel_form.show_all', defaultMessage: 'See orders' },
  refusedElsewhere: { id: 'parcel_form.refused_elsewhere', defaultMessage: 'Your parcel was not placed.' },
  openElsewhere: {
    id: 'parcel_form.open_elsewhere',
    defaultMessage: 'Your parcel was sent, but no answer came back. Go back to its form to ask again.',
  },
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
  const { formatMessage: t } = useIntl()
  const queryClient = useQueryClient()
  const scope = useScope()
  const shop = useShop()
  const guest = useContact()
  const owner = String(customer?.id ?? 'guest')
  const { draft, change, forget } = useParcelDraft(owner)
  const categories = useQuery(categoriesOptions(scope))
  const instructions = useQuery(instructionsOptions(scope)).data?.instructions ?? []
  const stops = useStopComplaints()
  const [noteComplaints, setNoteComplaints] = useState<Record<string, string>>({})
  const [changed, setChanged] = useState<{ before: QuoteView; now: QuoteView }>()
  const showPlacedBefore = usePlacedBefore(text, '/my-orders')
  const placing = usePlaceParcel({
    onPlaced: (placed, ...how) => {
      const { receiver: to } = placed.order
      if (to) storeDestination({ location: to.address, point: { lat: to.latitude, lng: to.longitude } })
      onPlaced(placed, ...how)
      forget()
    },
    onFailedElsewhere: (error) => showPlacedBefore(error) || toastFailedElsewhere(error, isNoParcelPlaced(), text, t),
  })

  const category = categories.data?.categories.find(({ id }) => id === categoryId)
  const most = category?.maximum_quantity ?? draft.quantity
  const quantity = Math.min(draft.quantity, most)
  const sender = draft.sender ?? (customer ? contactOfCustomer(scope, customer) : guest)
  const { receiver } = draft
  /** An unchanged saved address is sent by its id, so that the server marks it as used last. */
  const saved = customer?.addresses.find((address) => isUnchangedAddress(sender, address))
  const senderBody = (address: OrderRequest['address']) => (saved ? { address_id: saved.id } : { address })

  const isOwnWallet = customer !== undefined && shop.customer_wallet_status === 1
  const receiverPays = draft.charge_payer === 'receiver'
  const method = draft.payment_method === 'wallet' && !isOwnWallet ? 'cash_on_delivery' : draft.payment_method
  const payment: Partial<OrderRequest> = receiverPays
    ? { payment_method: 'cash_on_delivery' }
    : {
        payment_method: method,
        payment_gateway: draft.payment_gateway || undefined,
        use_wallet: (isOwnWallet && shop.partial_payment_status === 1 && draft.use_wallet) || undefined,
      }
  const takesTips = shop.dm_tips_status === 1
  const tip = sumMajor([draft.tip], shop.digit_after_decimal_point) // a damaged draft may have more decimals
  const request: OrderRequest = {
    source: 'parcel',
    order_type: 'parcel',
    parcel_category_id: category?.id,
    parcel_quantity: quantity,
    charge_payer: draft.charge_payer,
    ...senderBody(quotePlaceOf(sender, false)),
    receiver: quotePlaceOf(receiver, false),
    schedule_at: draft.schedule_at,
    ...payment,
    tip: takesTips && tip > 0 ? tip : undefined,
    coupon_code: draft.coupon_code || undefined,
  }
  // Everything that the price depends on is part of the query's key: a change asks again (R2).
  const isAsked = isReady && category !== undefined && !placing.isSuccess && !placing.unanswered
  const options = quoteOptions(scope, request, '', isAsked)
  const quoted = useQuery(options)
  const newest = useNewestQuote(quoted, `${owner} ${JSON.stringify(scope.headers)}`)

  const { unanswered } = placing
  const place = (parcel: OrderRequest, agreed?: QuoteView) =>
    placing.place(parcel, (error, isAgain) => showErrors(error, agreed, isAgain))

  /** Shows the errors of a parcel in a dialog, at a field, on the page, or as a toast. */
  const showErrors = (error: unknown, agreed: QuoteView | undefined, isAgain: boolean) => {
    if (showPlacedBefore(error)) return
    if (isNoParcelPlaced() && isAgain) toastProblem(t(text.notPlaced))
    const now = quoteIn(error)
    if (now) queryClient.setQueryData(options.queryKey, now)
    if (now && agreed && isChanged(error) && now.problems.length === 0) return setChanged({ before: agreed, now })
    setChanged(undefined)
    const found = stops.showProblems(problems(error, t(isNoParcelPlaced() ? text.notSent : common.offline)))
    setNoteComplaints(byField(found.filter(isOfField)))
    const onPage = now?.problems.map(({ message }) => message) ?? []
    for (const problem of found) {
      if (!isOfField(problem) && !onPage.includes(problem.message)) toastProblem(problem.message)
    }
  }

  const chosen = instructions.filter(({ id }) => draft.instructions.includes(id)).map((one) => one.text)
  return {
    draft,
    change,
    categories,
    category,
    quantity,
    instructions,
    stops: { sender, receiver },
    complaints: stops.complaints,
    /** The server's errors of instruction and tip, by field. */
    noteComplaints: { ...noteComplaints, ...byField(newest.refused.filter(isOfField)) },
    changeStop: (end: End, part: Partial<Contact>) => {
      stops.clear(end, part)
      change(end === 'sender' ? { sender: { ...sender, ...part } } : { receiver: { ...receiver, ...part } })
    },
    receiverPays,
    takesTips,
    quoted,
    ...newest,
    /** Quotes the parcel with a coupon. The quote is cached, so it is shown at once when the code is applied. */
    tryCode: async (code: string) =>
      (await queryClient.fetchQuery(quoteOptions(scope, { ...request, coupon_code: code }, '', true))).coupon,
    /** Places the parcel for the accepted quote, if both stops are complete. */
    send: (agreed: QuoteView) => {
      if (!stops.check({ sender, receiver })) return
      const { contact_person_name, contact_person_number, contact_person_email } = sender
      if (!customer) storeContact({ ...guest, contact_person_name, contact_person_number, contact_person_email })
      const ends = { ...senderBody(orderAddressOf(sender, false)), receiver: orderAddressOf(receiver, false) }
      const delivery_instruction = [...chosen, draft.note.trim()].filter(Boolean).join('\n').slice(0, 500) || undefined
      const accepted = { accepted_total: agreed.total, quote_digest: agreed.digest }
      place({ ...request, ...ends, delivery_instruction, ...accepted }, agreed)
    },
    isPlacing: placing.isPending,
    isPlaced: placing.isSuccess,
    /** A parcel without a response, which can be sent again. */
    unanswered: unanswered && { isMine: unanswered.isMine, ask: () => place(unanswered.body) },
    changed,
    closeChanged: () => setChanged(undefined),
  }
}

/** Returns the messages by field. */
const byField = (of: readonly { field?: string; message: string }[]): Record<string, string> =>
  Object.fromEntries(of.map(({ field = '', message }) => [field, message]))

export type ParcelState = ReturnType<typeof useParcelCheckout>
