import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { placeOrder, quoteCheckout } from '@/lib/api/sdk.gen'
import type { CheckoutBody, QuoteView } from '@/lib/api/types.gen'
import { isRecord } from '@/lib/guards'
import { asShopper } from '@/lib/guest'
import { isRefusal } from '@/lib/problems'
import { currentScope, type Scope } from '@/lib/scope'
import { readVisit, useVisit, writeVisit } from '@/lib/visit'

/** What is asked; who asks is added when it is sent. */
export type Asked = Omit<CheckoutBody, 'guest_id'>

/**
 * The quote of what would be ordered now: every row from the server, none from
 * here (D20). lines names what is in the cart: another cart is another quote.
 */
export function quoteOptions({ headers, guest }: Scope, asked: Asked, lines: string, enabled: boolean) {
  return queryOptions({
    queryKey: ['quote', headers, guest, lines, asked] as const,
    queryFn: ({ signal }) =>
      asShopper(async (guestId) => {
        const body = { ...asked, guest_id: guestId }
        return (await quoteCheckout({ headers, body, signal, throwOnError: true })).data
      }),
    enabled,
    // Prices, stock and slots move: a quote is good for a moment.
    staleTime: 10_000,
    refetchInterval: 60_000,
    // The rows stay in sight, dimmed, while a changed choice is quoted anew.
    placeholderData: keepPreviousData,
  })
}

/** The quote that a refusal to place came with (D21). */
export function quoteIn(error: unknown): QuoteView | undefined {
  if (!isRefusal(error) || !isRecord(error.detail) || !Array.isArray(error.detail.rows)) return undefined
  return error.detail as QuoteView
}

/** Whether the order was refused because it is no longer what the shopper saw. */
export const isChanged = (error: unknown) =>
  isRefusal(error) && error.errors.some(({ code }) => code === 'cart_changed' || code === 'price_changed')

/** Whether nobody knows what became of a call: no answer, or one that says that something broke. */
const isOpen = (error: unknown) =>
  !isRefusal(error) || error.errors.some(({ code }) => code === 'internal' || code === 'unavailable')

/** An order that was sent, and the key it was sent with. */
type Sent = { key: string; body: Asked }

function sentOf(kept: unknown): Sent | undefined {
  return isRecord(kept) && typeof kept.key === 'string' && isRecord(kept.body) ? (kept as Sent) : undefined
}

/** 128 random bits; also where the page is not served securely, and randomUUID is missing. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The key of an order: the one it had before, when it is the same order sent again. */
function keyFor(body: Asked) {
  const before = sentOf(readVisit('placing'))
  if (before && JSON.stringify(before.body) === JSON.stringify(body)) return before.key
  const key = newKey()
  writeVisit('placing', { key, body } satisfies Sent)
  return key
}

/**
 * Places an order. Sent again after a lost answer, a second click or a reload it
 * carries the same key and stays one order (CHK-04). unanswered is the order of
 * which nobody knows yet whether it was placed.
 */
export function usePlaceOrder() {
  const sent = sentOf(useVisit('placing'))
  const place = useMutation({
    meta: { quiet: true },
    retry: (failures, error) => failures < 2 && !isRefusal(error),
    retryDelay: 1_000,
    mutationFn: (asked: Asked) =>
      asShopper(async (guestId) => {
        const headers = { ...currentScope().headers, 'Idempotency-Key': keyFor(asked) }
        return (await placeOrder({ headers, body: { ...asked, guest_id: guestId }, throwOnError: true })).data
      }),
    onSuccess: () => writeVisit('placing', null),
    onError: (error) => {
      if (!isOpen(error)) writeVisit('placing', null)
    },
  })
  return { ...place, unanswered: place.isPending || place.isSuccess ? undefined : sent?.body }
}
