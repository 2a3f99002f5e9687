import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { CartLineView, CartPayload, CustomerView, QuoteView } from '@/lib/api/types.gen'
import { useCartActions } from '@/contracts/cart-actions'
import { orderAddressOf, isComplete, isUnchangedAddress, quotePlaceOf, type Contact } from '@/lib/account/contact'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { sumMajor } from '@/lib/text/money'
import { problems } from '@/lib/requests/problems'
import { useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { toastProblem } from '@/lib/page/toast'
import {
  isChanged,
  isNotPlaced,
  quoteIn,
  quoteOptions,
  usePlaceOrder,
  type OrderRequest,
  type Placed,
} from './checkout-queries'
import { contactOfCustomer, storeContact, useContact } from './contact'
import { useDraft, type Draft } from './draft'
import { toastFailedElsewhere } from './failed-elsewhere'
import { useNewestQuote } from './newest-quote'
import { usePlacedBefore } from './placed-before'
import { isOfField } from './problems-at'
import { usePerson } from './use-person'

const text = defineMessages({
  notSent: { id: 'checkout.not_sent', defaultMessage: 'There is no connection: your order was not sent.' },
  notPlaced: { id: 'checkout.not_placed', defaultMessage: 'Your order had not reached the shop. Nothing was ordered.' },
  placedBefore: {
    id: 'checkout.placed_before',
    defaultMessage: 'Your order had reached the shop and was placed. Look at it before you order again.',
  },
  showAll: { id: 'checkout.show_all', defaultMessage: 'See orders' },
  refusedElsewhere: { id: 'checkout.refused_elsewhere', defaultMessage: 'Your order was not placed.' },
  openElsewhere: {
    id: 'checkout.open_elsewhere',
    defaultMessage: 'Your order was sent, but no answer came back. Go back to the checkout to ask again.',
  },
  noAddress: { id: 'checkout.no_address', defaultMessage: 'Please add your delivery address' },
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
  const { formatMessage: t } = useIntl()
  const queryClient = useQueryClient()
  const scope = useScope()
  const shop = useShop()
  const cartActions = useCartActions()
  const guest = useContact()
  const { draft, change, forget } = useDraft(about)
  const contactOf = `${customer?.id ?? 'guest'} ${scope.location}`
  const { typed, working } = draft.contact_of === contactOf ? draft : {}
  const takeAway = draft.order_type === 'take_away'
  const person = usePerson({ draft, change, owner: String(customer?.id ?? 'guest'), takeAway })
  const base = customer ? (working ?? contactOfCustomer(scope, customer)) : guest
  const contact = { ...base, ...person.person }
  const changeContact = (part: Partial<Pick<Draft, 'typed' | 'working' | 'person'>>) =>
    change({ typed, working, ...part, contact_of: contactOf })
  const [addressComplaints, setAddressComplaints] = useState<Record<string, string>>()
  const [noteComplaints, setNoteComplaints] = useState<Record<string, string>>({})
  const [changed, setChanged] = useState<{ before: QuoteView; now: QuoteView }>()
  const showPlacedBefore = usePlacedBefore(text, '/my-orders')
  const placing = usePlaceOrder({
    onPlaced: (placed, ...how) => {
      onPlaced(placed, ...how)
      forget()
    },
    onFailedElsewhere: (error) => showPlacedBefore(error) || toastFailedElsewhere(error, isNotPlaced(), text, t),
  })

  /** Name and phone are fields of the page, unless they are part of a customer's address. */
  const asksPerson = takeAway || !customer
  /** An unchanged saved address is sent by its id, so that the server marks it as used last. */
  const saved = takeAway ? undefined : customer?.addresses.find((address) => isUnchangedAddress(contact, address))
  const addressBody = (address: OrderRequest['address']) => (saved ? { address_id: saved.id } : { address })
  const takesTips = shop.dm_tips_status === 1 && !takeAway // take-away has no rider (M6)
  const tip = sumMajor([draft.tip], shop.digit_after_decimal_point) // a damaged draft may have more decimals
  const isOwnWallet = customer !== undefined && shop.customer_wallet_status === 1
  const request: OrderRequest = {
    ...from,
    order_type: draft.order_type,
    ...addressBody(quotePlaceOf(contact, takeAway)),
    schedule_at: draft.schedule_at,
    prescription_images: draft.prescription_images.length > 0 ? draft.prescription_images : undefined,
    payment_method: isOwnWallet || draft.payment_method !== 'wallet' ? draft.payment_method : 'cash_on_delivery',
    payment_gateway: draft.payment_gateway || undefined,
    use_wallet: (isOwnWallet && shop.partial_payment_status === 1 && draft.use_wallet) || undefined,
    tip: takesTips && tip > 0 ? tip : undefined,
    coupon_code: draft.coupon_code || undefined,
    extra_packaging: (shop.extra_packaging_status === 1 && draft.extra_packaging) || undefined,
  }
  const options = quoteOptions(scope, request, lines, isReady && !placing.isSuccess && !placing.unanswered)
  const quoted = useQuery(options)
  const newest = useNewestQuote(quoted, `${contactOf} ${JSON.stringify(scope.headers)}`)

  /** Quotes the order with a coupon. The quote is cached, so it is shown at once when the code is applied. */
  const tryCode = async (code: string) =>
    (await queryClient.fetchQuery(quoteOptions(scope, { ...request, coupon_code: code }, lines, true))).coupon

  const { unanswered } = placing
  const place = (order: OrderRequest, agreed?: QuoteView) =>
    placing.place(order, (error, isAgain) => showErrors(error, agreed, isAgain))

  /** Shows the errors of an order in a dialog, at a field, on a part of the page, or as a toast. */
  const showErrors = (error: unknown, agreed: QuoteView | undefined, isAgain: boolean) => {
    if (showPlacedBefore(error)) return
    if (isNotPlaced() && isAgain) toastProblem(t(text.notPlaced))
    const now = quoteIn(error)
    if (now) queryClient.setQueryData(options.queryKey, now)
    if (now && agreed && isChanged(error) && now.problems.length === 0) return setChanged({ before: agreed, now })
    setChanged(undefined)
    const found = problems(error, t(isNotPlaced() ? text.notSent : common.offline))
    const ofFields = found.filter(({ field }) => field?.startsWith(addressField))
    if (ofFields.length > 0) {
      const byName = byField(ofFields, addressField.length)
      if (!(asksPerson && person.showErrors(byName))) {
        setAddressComplaints(byName)
        edit()
      }
    }
    const ofNotes = found.filter(isOfField)
    setNoteComplaints(byField(ofNotes))
    const onPage = now?.problems.map(({ message }) => message) ?? []
    for (const problem of found) {
      if (![...ofFields, ...ofNotes].includes(problem) && !onPage.includes(problem.message))
        toastProblem(problem.message)
    }
  }

  const edit = () => changeContact({ typed: contact })
  const setWorking = (address: Contact) => changeContact({ working: address, typed: undefined, person: undefined })
  return {
    shop,
    contact,
    person,
    draft,
    change,
    takeAway,
    takesTips,
    quoted,
    ...newest,
    tryCode,
    /** Places the order for the accepted quote. If address or contact is incomplete, asks for it instead. */
    order: (agreed: QuoteView) => {
      const isAddressMissing = !takeAway && contact.address.trim() === ''
      if (isAddressMissing) toastProblem(t(text.noAddress))
      if (isAddressMissing || (!asksPerson && !isComplete(contact, takeAway))) return edit()
      if (asksPerson && !person.check(contact)) return
      if (!customer) storeContact(contact)
      const { order_note, delivery_instruction, unavailable_item_note, cutlery } = draft
      const notes = {
        order_note,
        delivery_instruction: takeAway ? '' : joinNotes(contact.additional_information, delivery_instruction),
        unavailable_item_note,
        cutlery,
      }
      const accepted = { accepted_total: agreed.total, quote_digest: agreed.digest }
      return place({ ...request, ...addressBody(orderAddressOf(contact, takeAway)), ...notes, ...accepted }, agreed)
    },
    isPlacing: placing.isPending,
    isPlaced: placing.isSuccess,
    /** An order without a response, which can be sent again. */
    unanswered: unanswered && { isMine: unanswered.isMine, ask: () => place(unanswered.body) },
    changed,
    closeChanged: () => setChanged(undefined),
    addressComplaints,
    /** The server's errors of the notes, by field. */
    complaints: { ...noteComplaints, ...byField(newest.refused.filter(isOfField)) },
    /** The values of the open contact form; undefined: closed. */
    typed,
    keepTyped: (next: Contact) => changeContact({ typed: next }),
    edit,
    closeEdit: () => {
      setAddressComplaints(undefined)
      changeContact({ typed: undefined })
    },
    save: (written: Contact) => {
      setAddressComplaints(undefined)
      if (customer) return setWorking(written)
      storeContact(written)
      changeContact({ typed: undefined, person: undefined })
    },
    /** Removes a line from the cart; undefined for an item to buy now, which is not in the cart. */
    remove: from.source === 'cart' ? (line: CartLineView) => cartActions.setQuantity(line, 0) : undefined,
    /** Changes the delivery address (ADDR-02). */
    setWorking,
  }
}

/** Returns the messages by field. prefix: the number of characters to remove from the field's name. */
const byField = (of: readonly { field?: string; message: string }[], prefix = 0): Record<string, string> =>
  Object.fromEntries(of.map(({ field = '', message }) => [field.slice(prefix), message]))

/** Joins the rider's notes of the address and of the order, as long as the API allows. */
const joinNotes = (...notes: string[]) => notes.filter(Boolean).join('\n').slice(0, 500)

export type CheckoutState = ReturnType<typeof useCheckout>
