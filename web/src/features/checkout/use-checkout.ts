import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl, type IntlShape } from 'react-intl'
import type { CartLineView, CartPayload, CustomerView, QuoteView } from '@/lib/api/types.gen'
import { useCartActions } from '@/contracts/cart-actions'
import { orderAddressOf, isComplete, isUnchangedAddress, quotePlaceOf, type Contact } from '@/lib/account/contact'
import { useMounted } from '@/lib/page/use-mounted'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { sumMajor } from '@/lib/text/money'
import { problems } from '@/lib/requests/problems'
import { useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { toastProblem } from '@/lib/page/toast'
import {
  isChanged,
  isOutsideZones,
  quoteIn,
  quoteOptions,
  usePlaceOrder,
  type Asked,
  type Placed,
} from './checkout-queries'
import { contactOfCustomer, storeContact, useContact } from './contact'
import { useDraft, type Draft } from './draft'
import { useNewestQuote } from './newest-quote'
import { isOfField } from './problems-at'
import { usePerson } from './use-person'

const text = defineMessages({
  notSent: { id: 'checkout.not_sent', defaultMessage: 'There is no connection: your order was not sent.' },
  notPlaced: { id: 'checkout.not_placed', defaultMessage: 'Your order had not reached the shop. Nothing was ordered.' },
  refusedElsewhere: { id: 'checkout.refused_elsewhere', defaultMessage: 'Your order was not placed.' },
  openElsewhere: {
    id: 'checkout.open_elsewhere',
    defaultMessage: 'Your order was sent, but no answer came back. Go back to the checkout to ask again.',
  },
  noAddress: { id: 'checkout.no_address', defaultMessage: 'Please add your delivery address' },
})

/** What is ordered: the cart, or one item that leaves the cart alone (CHK-06). */
export type Source = { source: 'cart' } | { source: 'buy_now'; line: CartPayload }

export type CheckoutInput = {
  from: Source
  /** Names what is ordered; a draft about something else is not this one's. */
  about: string
  /** Names what is in it: another content is another quote. */
  lines: string
  /** Whether it is known what is ordered, and there is something. */
  isReady: boolean
  /** Who is signed in; undefined: a guest. */
  customer?: CustomerView
  /** isHere: whether the shopper still waits for it. */
  onPlaced: (placed: Placed, isHere: boolean) => void
}

const addressField = 'address.'

/** Everything between a cart and an order: the draft, its quote, and placing it. */
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
  const person = usePerson({ draft, change, of: String(customer?.id ?? 'guest'), takeAway })
  const kept = customer ? (working ?? contactOfCustomer(scope, customer)) : guest
  const contact = { ...kept, ...person.person }
  const changeContact = (part: Partial<Pick<Draft, 'typed' | 'working' | 'person'>>) =>
    change({ typed, working, ...part, contact_of: contactOf })
  const [addressComplaints, setAddressComplaints] = useState<Record<string, string>>()
  const [noteComplaints, setNoteComplaints] = useState<Record<string, string>>({})
  const [changed, setChanged] = useState<{ before: QuoteView; now: QuoteView }>()
  const here = useMounted()
  const placing = usePlaceOrder({
    onPlaced: (placed) => {
      onPlaced(placed, here.current)
      forget()
    },
    onFailed: (error) => {
      if (!here.current) tellElsewhere(error, t)
    },
  })

  /** Name and phone are fields of the page, unless they come with a saved address. */
  const asksPerson = takeAway || !customer
  /** A saved address goes by its id, and so is known as the one used last; one that was changed for this order, as it is. */
  const saved = takeAway ? undefined : customer?.addresses.find((address) => isUnchangedAddress(contact, address))
  const whereTo = (address: Asked['address']) => (saved ? { address_id: saved.id } : { address })
  const takesTips = shop.dm_tips_status === 1 && !takeAway // nobody rides (M6)
  const tip = sumMajor([draft.tip], shop.digit_after_decimal_point) // a draft may be damaged
  const asked: Asked = {
    ...from,
    order_type: draft.order_type,
    ...whereTo(quotePlaceOf(contact, takeAway)),
    schedule_at: draft.schedule_at,
    payment_method: 'cash_on_delivery',
    tip: takesTips && tip > 0 ? tip : undefined,
    extra_packaging: (shop.extra_packaging_status === 1 && draft.extra_packaging) || undefined,
  }
  const options = quoteOptions(scope, asked, lines, isReady && !placing.isSuccess && !placing.unanswered)
  const quoted = useQuery(options)
  const newest = useNewestQuote(quoted, `${contactOf} ${JSON.stringify(scope.headers)}`)

  const place = (order: Asked, agreed?: QuoteView) =>
    placing.mutate(order, {
      onError: (error, _order, context) => refused(error, agreed, context?.isAgain ?? false),
    })

  /** What became of the order is shown where it belongs: in a dialog, under a field, on a part of the page, or as a toast. */
  const refused = (error: unknown, agreed: QuoteView | undefined, isAgain: boolean) => {
    if (isOutsideZones() && isAgain) toastProblem(t(text.notPlaced))
    const now = quoteIn(error)
    if (now) queryClient.setQueryData(options.queryKey, now)
    if (now && agreed && isChanged(error) && now.problems.length === 0) return setChanged({ before: agreed, now })
    setChanged(undefined)
    const told = problems(error, t(isOutsideZones() ? text.notSent : common.offline))
    const ofFields = told.filter(({ field }) => field?.startsWith(addressField))
    if (ofFields.length > 0) {
      const byName = byField(ofFields, addressField.length)
      if (!(asksPerson && person.refuse(byName))) {
        setAddressComplaints(byName)
        edit()
      }
    }
    const ofNotes = told.filter(isOfField)
    setNoteComplaints(byField(ofNotes))
    const onPage = now?.problems.map(({ message }) => message) ?? []
    for (const problem of told) {
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
    /** Sends the order as it was agreed to; what is missing of the contact is asked for instead. */
    order: (agreed: QuoteView) => {
      const isNowhereToGo = !takeAway && contact.address.trim() === ''
      if (isNowhereToGo) toastProblem(t(text.noAddress))
      if (isNowhereToGo || (!asksPerson && !isComplete(contact, takeAway))) return edit()
      if (asksPerson && !person.check(contact)) return
      if (!customer) storeContact(contact)
      const { order_note, delivery_instruction, unavailable_item_note, cutlery } = draft
      const notes = {
        order_note,
        delivery_instruction: takeAway ? '' : allOf(contact.additional_information, delivery_instruction),
        unavailable_item_note,
        cutlery,
      }
      const accepted = { accepted_total: agreed.total, quote_digest: agreed.digest }
      return place({ ...asked, ...whereTo(orderAddressOf(contact, takeAway)), ...notes, ...accepted }, agreed)
    },
    isPlacing: placing.isPending,
    isPlaced: placing.isSuccess,
    /** Of an order that got no answer: who may ask what became of it, and how; undefined when there is none. */
    unanswered: placing.unanswered && {
      isMine: !placing.unanswered.signedIn || scope.signedIn,
      ask: () => placing.unanswered && place(placing.unanswered.body),
    },
    changed,
    closeChanged: () => setChanged(undefined),
    addressComplaints,
    /** What the server refused of the notes, by field. */
    complaints: { ...noteComplaints, ...byField(newest.refused.filter(isOfField)) },
    /** The contact form as far as it is filled in; undefined while it is closed. */
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
    /** Takes a line out that cannot be had; there is no cart to take it from where one item is bought. */
    remove: from.source === 'cart' ? (line: CartLineView) => cartActions.setQuantity(line, 0) : undefined,
    /** Has it brought elsewhere (ADDR-02). */
    setWorking,
  }
}

/** Complaints by the name of their field, without the so many letters that fields of a kind begin with. */
const byField = (of: readonly { field?: string; message: string }[], prefix = 0): Record<string, string> =>
  Object.fromEntries(of.map(({ field = '', message }) => [field.slice(prefix), message]))

/** Says on whatever page is open now why an order was not placed. */
function tellElsewhere(error: unknown, t: IntlShape['formatMessage']) {
  if (!isOutsideZones()) return toastProblem(t(text.openElsewhere))
  toastProblem([t(text.refusedElsewhere), ...problems(error, t(text.notSent)).map(({ message }) => message)].join(' '))
}

/** All that the rider should know: what belongs to the address, and what is said of this order. */
const allOf = (...notes: string[]) => notes.filter(Boolean).join('\n').slice(0, 500)

export type CheckoutState = ReturnType<typeof useCheckout>
