import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CartLineView, CartPayload, ConfigView, CustomerView, QuoteView } from '@/lib/api/types.gen'
import { useUploading } from '@/components/upload/use-image-upload'
import { useCartActions } from '@/contracts/cart-actions'
import { orderAddressOf, quotePlaceOf, type Contact } from '@/lib/account/contact'
import { defineMessages } from '@/lib/text/messages'
import { toastProblem } from '@/lib/page/toast'
import type { Problem } from '@/lib/requests/problems'
import { useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { isNotPlaced, quoteIn, quoteOptions, usePlaceOrder, type OrderRequest, type Placed } from './checkout-queries'
import { storeContact } from './contact'
import { useDraft, type Draft } from './draft'
import { useNewestQuote } from './newest-quote'
import { byField, isOfField } from './problems-at'
import { addressBody, paymentBody, tipOf } from './request-parts'
import { joinNotes, useTooLong } from './rider-note'
import { useFailedPlacing } from './use-failed-placing'
import { useOrderContact } from './use-order-contact'

const text = defineMessages({
  notSent: { id: 'checkout.not_sent', defaultMessage: 'There is no connection: your order was not sent.' },
  notPlaced: { id: 'checkout.not_placed', defaultMessage: 'Your order did not reach us. Nothing was ordered.' },
  placedBefore: {
    id: 'checkout.placed_before',
    defaultMessage: 'Your order had reached the shop and was placed. Look at it before you order again.',
  },
  showAll: { id: 'checkout.show_all', defaultMessage: 'See orders' },
  refusedElsewhere: { id: 'checkout.refused_elsewhere', defaultMessage: 'Your order was not placed.' },
  openElsewhere: {
    id: 'checkout.open_elsewhere',
    defaultMessage:
      'We sent your order, but got no response. Open the checkout to check again: nothing is ordered twice.',
  },
})

/** The cart, or one item, perhaps of a campaign, that is bought without changing the cart (CHK-06). */
export type Source = { source: 'cart' } | { source: 'buy_now' | 'campaign'; line: CartPayload }

export type CheckoutInput = {
  from: Source
  /** Identifies what is ordered. A draft about another order is ignored. */
  about: string
  /** Identifies the contents. Other contents need another quote. */
  lines: string
  /** The lines are loaded and not empty. */
  isReady: boolean
  /** undefined: a guest. */
  customer?: CustomerView
  /** isHere: the checkout is still open. isGuest: a guest placed it. */
  onPlaced: (placed: Placed, isHere: boolean, isGuest: boolean) => void
}

const addressField = 'address.'

/** The state of the checkout: the draft, its quote, and placing the order. */
export function useCheckout({ from, about, lines, isReady, customer, onPlaced }: CheckoutInput) {
  const queryClient = useQueryClient()
  const scope = useScope()
  const shop = useShop()
  const cartActions = useCartActions()
  const { draft, change, forget } = useDraft(about)
  const takeAway = draft.order_type === 'take_away'
  const { owner, check, showErrors, ...where } = useOrderContact({ draft, change, customer, takeAway })
  const { contact } = where
  const tooLong = useTooLong(instructionOf(draft, contact))
  const [noteComplaints, setNoteComplaints] = useState<Record<string, string>>({})
  const { isUploading, onBusy: onUpload } = useUploading()
  const failed = useFailedPlacing({ labels: text, listPage: '/my-orders', isNothingPlaced: isNotPlaced, quoteIn })
  const placing = usePlaceOrder({
    onPlaced: (placed, ...how) => {
      onPlaced(placed, ...how)
      forget()
    },
    onFailedElsewhere: failed.showElsewhere,
  })

  const request = requestOf({ from, draft, contact, shop, customer })
  const options = quoteOptions(scope, request, lines, isReady && !placing.isSuccess && !placing.unanswered)
  const quoted = useQuery(options)
  const newest = useNewestQuote(quoted, `${owner} ${JSON.stringify(scope.headers)}`)

  const showAtFields = (found: readonly Problem[]) => {
    const ofAddress = found.filter(({ field }) => field?.startsWith(addressField))
    if (ofAddress.length > 0) showErrors(byField(ofAddress, addressField))
    const ofNotes = found.filter(isOfField)
    setNoteComplaints(byField(ofNotes))
    return found.filter((problem) => ![...ofAddress, ...ofNotes].includes(problem))
  }
  const { unanswered } = placing
  const place = (order: OrderRequest, agreed?: QuoteView) =>
    placing.place(order, (error, isAgain) =>
      failed.show(error, { agreed, isAgain, queryKey: options.queryKey, showAtFields }),
    )

  return {
    ...where,
    shop,
    draft,
    change,
    takeAway,
    takesTips: takesTips(draft, shop),
    quoted,
    ...newest,
    /** Quotes the order with a coupon. The quote is cached, so it is shown at once when the code is applied. */
    tryCode: async (code: string) =>
      (await queryClient.fetchQuery(quoteOptions(scope, { ...request, coupon_code: code }, lines, true))).coupon,
    /** Places the order for the accepted quote. If address or contact is incomplete, asks for it instead. */
    order: (agreed: QuoteView) => {
      if (!check()) return
      if (tooLong[0]) return toastProblem(tooLong[0].message)
      if (!customer) storeContact(contact)
      const accepted = { accepted_total: agreed.total, quote_digest: agreed.digest }
      place({ ...request, ...detailsOf(draft, contact, customer), ...accepted }, agreed)
    },
    isPlacing: placing.isPending,
    /** Whether a photo of the prescription is on its way, without which the order is not placed. */
    isUploading,
    onUpload,
    isPlaced: placing.isSuccess,
    /** An order without a response, which can be sent again. */
    unanswered: unanswered && { isMine: unanswered.isMine, ask: () => place(unanswered.body) },
    changed: failed.changed,
    closeChanged: failed.closeChanged,
    /** The errors of the notes, by field. */
    complaints: { ...noteComplaints, ...byField([...newest.refused.filter(isOfField), ...tooLong]) },
    /** Removes a line from the cart; undefined for an item to buy now, which is not in the cart. */
    remove: from.source === 'cart' ? (line: CartLineView) => cartActions.setQuantity(line, 0) : undefined,
  }
}

export type CheckoutState = ReturnType<typeof useCheckout>

/** Take-away has no rider (M6). */
const takesTips = ({ order_type }: Draft, shop: ConfigView) => shop.dm_tips_status === 1 && order_type === 'delivery'

/** A take-away order has no address that could be a saved one. */
const savedAddresses = ({ order_type }: Draft, customer: CustomerView | undefined) =>
  order_type === 'take_away' ? undefined : customer?.addresses

type RequestInput = Pick<CheckoutInput, 'from' | 'customer'> & { draft: Draft; contact: Contact; shop: ConfigView }

/** What a quote depends on. */
function requestOf({ from, draft, contact, shop, customer }: RequestInput): OrderRequest {
  const place = quotePlaceOf(contact, draft.order_type === 'take_away')
  return {
    ...from,
    order_type: draft.order_type,
    ...addressBody(contact, savedAddresses(draft, customer), place),
    schedule_at: draft.schedule_at,
    prescription_images: draft.prescription_images.length > 0 ? draft.prescription_images : undefined,
    ...paymentBody(draft, shop, customer),
    tip: takesTips(draft, shop) ? tipOf(draft, shop) : undefined,
    coupon_code: draft.coupon_code || undefined,
    extra_packaging: (shop.extra_packaging_status === 1 && draft.extra_packaging) || undefined,
  }
}

/** What is sent only with the order: the whole address, and the notes. */
function detailsOf(draft: Draft, contact: Contact, customer: CustomerView | undefined) {
  const takeAway = draft.order_type === 'take_away'
  const { order_note, unavailable_item_note, cutlery } = draft
  return {
    ...addressBody(contact, savedAddresses(draft, customer), orderAddressOf(contact, takeAway)),
    order_note,
    delivery_instruction: instructionOf(draft, contact),
    unavailable_item_note,
    cutlery,
  }
}

/** Returns the instruction for the rider: the note of the address, then that of the order. */
const instructionOf = ({ order_type, delivery_instruction }: Draft, { additional_information }: Contact) =>
  order_type === 'take_away' ? '' : joinNotes(additional_information, delivery_instruction)
