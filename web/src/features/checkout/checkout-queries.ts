import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { placeOrder, quoteCheckout } from '@/lib/api/sdk.gen'
import type { CheckoutBody, PlaceOutputBody, QuoteView } from '@/lib/api/types.gen'
import { isRecord } from '@/lib/scope/guards'
import { asShopper } from '@/lib/account/guest'
import { isRefusal } from '@/lib/requests/problems'
import { currentScope, type Scope } from '@/lib/scope/scope'
import { readTabValue, useTabValue, writeTabValue } from '@/lib/scope/tab-storage'

/** The order to quote or to place. The guest's id is added when it is sent. */
export type OrderRequest = Omit<CheckoutBody, 'guest_id'>

/**
 * The quote of an order. The server computes every row (D20). lines identifies the
 * contents of the cart, because another cart needs another quote.
 */
export function quoteOptions({ headers, guest }: Scope, request: OrderRequest, lines: string, enabled: boolean) {
  return queryOptions({
    queryKey: ['quote', headers, guest, lines, request] as const,
    queryFn: ({ signal }) =>
      asShopper(async (guestId) => {
        const body = { ...request, guest_id: guestId }
        return (await quoteCheckout({ headers, body, signal, throwOnError: true })).data
      }),
    enabled,
    // Prices, stock and slots change, so a quote is valid only for a moment.
    staleTime: 10_000,
    refetchInterval: 60_000,
    // The old rows stay, dimmed, until the changed order is quoted.
    placeholderData: keepPreviousData,
  })
}

/** Returns the new quote that a refused order contains, or undefined (D21). */
export function quoteIn(error: unknown): QuoteView | undefined {
  if (!isRefusal(error) || !isRecord(error.detail) || !Array.isArray(error.detail.rows)) return undefined
  return error.detail as QuoteView
}

/** Whether the order was refused because its price or cart has changed. */
export const isChanged = (error: unknown) =>
  isRefusal(error) && error.errors.some(({ code }) => code === 'cart_changed' || code === 'price_changed')

const hasCode = (error: unknown, codes: string[]) =>
  isRefusal(error) && error.errors.some(({ code }) => codes.includes(code))

/** Whether the order may have been placed: there is no response, or only an internal error. */
const isUncertain = (error: unknown) => !isRefusal(error) || hasCode(error, ['internal', 'unavailable'])

/** Whether the server refused before it looked for an order with this key. */
const isRefusedEarly = (error: unknown) => hasCode(error, ['too_many', 'unauthorized'])

/** A sent order. at: Unix milliseconds; signedIn: a customer sent it. */
type Sent = { key: string; body: OrderRequest; at: number; signedIn: boolean }

/** The server stores a key for a day. After that, the same key would place a second order. */
const maxAge = 20 * 60 * 60 * 1000

function parseSent(stored: unknown): Sent | undefined {
  if (!isRecord(stored) || typeof stored.key !== 'string' || !isRecord(stored.body) || typeof stored.at !== 'number')
    return undefined
  return Date.now() - stored.at < maxAge ? (stored as Sent) : undefined
}

/** Returns 128 random bits. Not randomUUID, which is missing on pages without HTTPS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Sends an order. If it is unknown whether an earlier order was placed, sends that one
 * again instead, because another order could be a second one.
 */
async function send(request: OrderRequest): Promise<Placed> {
  const before = parseSent(readTabValue('placing'))
  const { headers, signedIn } = currentScope()
  const sent = before ?? { key: newKey(), body: request, at: Date.now(), signedIn }
  const wasOnline = navigator.onLine
  writeTabValue('placing', sent)
  try {
    const placed = await asShopper(async (guestId) => {
      const body = { ...sent.body, guest_id: guestId }
      return (await placeOrder({ headers: { ...headers, 'Idempotency-Key': sent.key }, body, throwOnError: true })).data
    })
    writeTabValue('placing', null)
    return { ...placed, source: sent.body.source, line: sent.body.line }
  } catch (error) {
    const isUnanswered = before ? isUncertain(error) || isRefusedEarly(error) : isUncertain(error) && wasOnline
    if (!isUnanswered) writeTabValue('placing', null)
    throw error
  }
}

/** A placed order, and its source, which may differ from the current page. */
export type Placed = PlaceOutputBody & Pick<CheckoutBody, 'source' | 'line'>

/** These are called even if the page that sent the order has been left. */
type Callbacks = { onPlaced?: (placed: Placed) => void; onFailed?: (error: unknown) => void }

/**
 * Places an order. After a lost response, a second click or a reload the order is sent
 * again with the same key, so that it is placed only once (CHK-04). unanswered is the
 * order of which it is unknown whether it was placed. The mutation's context says
 * whether it repeats that order.
 */
export function usePlaceOrder({ onPlaced, onFailed }: Callbacks = {}) {
  const sent = parseSent(useTabValue('placing'))
  const place = useMutation({
    meta: { quiet: true },
    retry: (failures, error) => failures < 2 && !isRefusal(error),
    retryDelay: 1_000,
    onMutate: () => ({ isAgain: parseSent(readTabValue('placing')) !== undefined }),
    mutationFn: send,
    onSuccess: onPlaced,
    onError: onFailed,
  })
  const isRepeating = place.isPending && place.context?.isAgain
  // send() removes the stored order a moment before the mutation ends.
  const repeated = isRepeating ? { body: place.variables, signedIn: false } : undefined
  return {
    ...place,
    unanswered: (place.isPending && !isRepeating) || place.isSuccess ? undefined : (sent ?? repeated),
  }
}

/** Whether it is certain, after a failed request, that no order was placed. */
export const isNotPlaced = () => parseSent(readTabValue('placing')) === undefined
