import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { placeOrder, quoteCheckout } from '@/lib/api/sdk.gen'
import type { CheckoutBody, PlaceOutputBody, QuoteView } from '@/lib/api/types.gen'
import { isRecord } from '@/lib/scope/guards'
import { asShopper } from '@/lib/account/guest'
import { isRefusal } from '@/lib/requests/problems'
import { currentScope, type Scope } from '@/lib/scope/scope'
import { readTabValue, useTabValue, writeTabValue } from '@/lib/scope/tab-storage'

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
    // The old rows stay, dimmed, while a changed choice is quoted again.
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

const hasCode = (error: unknown, codes: string[]) =>
  isRefusal(error) && error.errors.some(({ code }) => codes.includes(code))

/** Whether nobody knows what became of a call: no answer, or one that says that something broke. */
const isLost = (error: unknown) => !isRefusal(error) || hasCode(error, ['internal', 'unavailable'])

/** Whether the server refused before it looked for what the key has placed. */
const isTurnedAway = (error: unknown) => hasCode(error, ['too_many', 'unauthorized'])

/** An order that was sent, the key it was sent with, when (Unix milliseconds), and whether a customer sent it. */
type Sent = { key: string; body: Asked; at: number; signedIn: boolean }

/** The server knows a key for a day: asked for later, an order would be a second one. */
const askedFor = 20 * 60 * 60 * 1000

function sentOf(kept: unknown): Sent | undefined {
  if (!isRecord(kept) || typeof kept.key !== 'string' || !isRecord(kept.body) || typeof kept.at !== 'number')
    return undefined
  return Date.now() - kept.at < askedFor ? (kept as Sent) : undefined
}

/** 128 random bits; also where the page is not served securely, and randomUUID is missing. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Sends an order, or again the one that has no answer yet: as long as nobody knows
 * whether that was placed, another could be a second one.
 */
async function send(asked: Asked): Promise<Placed> {
  const before = sentOf(readTabValue('placing'))
  const { headers, signedIn } = currentScope()
  const sent = before ?? { key: newKey(), body: asked, at: Date.now(), signedIn }
  const canLeave = navigator.onLine
  writeTabValue('placing', sent)
  try {
    const placed = await asShopper(async (guestId) => {
      const body = { ...sent.body, guest_id: guestId }
      return (await placeOrder({ headers: { ...headers, 'Idempotency-Key': sent.key }, body, throwOnError: true })).data
    })
    writeTabValue('placing', null)
    return { ...placed, source: sent.body.source, line: sent.body.line }
  } catch (error) {
    const isOpen = before ? isLost(error) || isTurnedAway(error) : isLost(error) && canLeave
    if (!isOpen) writeTabValue('placing', null)
    throw error
  }
}

/** An order that was placed, and what it was made of: not always what stands on the page. */
export type Placed = PlaceOutputBody & Pick<CheckoutBody, 'source' | 'line'>

/** What follows of an order, also when the page that sent it was left meanwhile. */
type Outcome = { onPlaced?: (placed: Placed) => void; onFailed?: (error: unknown) => void }

/**
 * Places an order. Sent again after a lost answer, a second click or a reload it
 * carries the same key and stays one order (CHK-04). unanswered is the order of
 * which nobody knows yet whether it was placed; the mutation's context says
 * whether it asks again for that one.
 */
export function usePlaceOrder({ onPlaced, onFailed }: Outcome = {}) {
  const sent = sentOf(useTabValue('placing'))
  const place = useMutation({
    meta: { quiet: true },
    retry: (failures, error) => failures < 2 && !isRefusal(error),
    retryDelay: 1_000,
    onMutate: () => ({ isAgain: sentOf(readTabValue('placing')) !== undefined }),
    mutationFn: send,
    onSuccess: onPlaced,
    onError: onFailed,
  })
  const isAsking = place.isPending && place.context?.isAgain
  // An answer is known here a moment before the mutation is over.
  const asked = isAsking ? { body: place.variables, signedIn: false } : undefined
  return { ...place, unanswered: (place.isPending && !isAsking) || place.isSuccess ? undefined : (sent ?? asked) }
}

/** Whether an order is known to be nowhere after a failed call. */
export const isOutsideZones = () => sentOf(readTabValue('placing')) === undefined
