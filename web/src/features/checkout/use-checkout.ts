import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { CartPayload, PlaceOutputBody, QuoteView } from '@/lib/api/types.gen'
import { common } from '@/lib/intl'
import { problems } from '@/lib/problems'
import { useScope } from '@/lib/scope'
import { useShop } from '@/lib/shop'
import { toastProblem } from '@/lib/toast'
import { isChanged, quoteIn, quoteOptions, usePlaceOrder, type Asked } from './checkout-queries'
import { addressOf, isComplete, keepContact, placeOf, useContact, type Contact } from './contact'
import { useDraft } from './draft'

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
  onPlaced: (placed: PlaceOutputBody) => void
}

const addressField = 'address.'

/** Everything between a cart and an order: the draft, its quote, and placing it. */
export function useCheckout({ from, about, lines, isReady, onPlaced }: CheckoutInput) {
  const { formatMessage: t } = useIntl()
  const queryClient = useQueryClient()
  const scope = useScope()
  const shop = useShop()
  const contact = useContact()
  const { draft, change, forget } = useDraft(about)
  const [complaints, setComplaints] = useState<Record<string, string>>()
  const [changed, setChanged] = useState<{ before: QuoteView; now: QuoteView }>()
  const placing = usePlaceOrder()

  const takeAway = draft.order_type === 'take_away'
  const takesTips = shop.dm_tips_status === 1 && !takeAway // nobody rides (M6)
  const asked: Asked = {
    ...from,
    order_type: draft.order_type,
    address: placeOf(contact, takeAway),
    schedule_at: draft.schedule_at,
    payment_method: 'cash_on_delivery',
    tip: takesTips && draft.tip > 0 ? draft.tip : undefined,
    extra_packaging: (shop.extra_packaging_status === 1 && draft.extra_packaging) || undefined,
  }
  const options = quoteOptions(scope, asked, lines, isReady && !placing.isSuccess)
  const quoted = useQuery(options)

  const place = (order: Asked, agreed?: QuoteView) =>
    placing.mutate(order, {
      onSuccess: (placed) => {
        onPlaced(placed)
        forget()
      },
      onError: (error) => refused(error, agreed),
    })

  /** What became of the order is shown where it belongs: in a dialog, under a field, on a part of the page, or as a toast. */
  const refused = (error: unknown, agreed: QuoteView | undefined) => {
    const now = quoteIn(error)
    if (now) queryClient.setQueryData(options.queryKey, now)
    if (now && agreed && isChanged(error) && now.problems.length === 0) return setChanged({ before: agreed, now })
    setChanged(undefined)
    const told = problems(error, t(common.offline))
    const ofFields = told.filter(({ field }) => field?.startsWith(addressField))
    if (ofFields.length > 0) {
      const words = ofFields.map(({ field = '', message }) => [field.slice(addressField.length), message] as const)
      setComplaints(Object.fromEntries(words))
      change({ typed: contact })
    }
    const onPage = now?.problems.map(({ message }) => message) ?? []
    for (const problem of told) {
      if (!ofFields.includes(problem) && !onPage.includes(problem.message)) toastProblem(problem.message)
    }
  }

  const edit = () => change({ typed: contact })
  return {
    shop,
    contact,
    draft,
    change,
    takeAway,
    takesTips,
    quoted,
    /** Sends the order as it was agreed to; without a contact its form opens instead. */
    order: (agreed: QuoteView) => {
      if (!isComplete(contact, takeAway)) return edit()
      const { order_note, delivery_instruction, unavailable_item_note, cutlery } = draft
      const notes = {
        order_note,
        delivery_instruction: takeAway ? '' : delivery_instruction,
        unavailable_item_note,
        cutlery,
      }
      const accepted = { accepted_total: agreed.total, quote_digest: agreed.digest }
      return place({ ...asked, address: addressOf(contact, takeAway), ...notes, ...accepted }, agreed)
    },
    isPlacing: placing.isPending,
    isPlaced: placing.isSuccess,
    /** Asks again what became of an order that got no answer; undefined when there is none. */
    askAgain: placing.unanswered && (() => placing.unanswered && place(placing.unanswered)),
    changed,
    closeChanged: () => setChanged(undefined),
    complaints,
    edit,
    closeEdit: () => {
      setComplaints(undefined)
      change({ typed: undefined })
    },
    save: (typed: Contact) => {
      keepContact(typed)
      setComplaints(undefined)
      change({ typed: undefined })
    },
  }
}

export type CheckoutState = ReturnType<typeof useCheckout>
