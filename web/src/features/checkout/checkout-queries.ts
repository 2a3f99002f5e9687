import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { placeOrder, quoteCheckout } from '@/lib/api/sdk.gen'
import type { CheckoutBody, PlaceOutputBody, QuoteView } from '@/lib/api/types.gen'
import { isRecord } from '@/lib/scope/guards'
import { asShopper } from '@/lib/account/guest'
import { hasCode, isRefusal } from '@/lib/requests/problems'
import type { Scope } from '@/lib/scope/scope'
import { isNothingPlaced, usePlacing, type Callbacks } from './placing'

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
export const isChanged = (error: unknown) => hasCode(error, ['cart_changed', 'price_changed'])

/** A placed order, and its source and module, which may differ from those of the current page. */
export type Placed = PlaceOutputBody & Pick<CheckoutBody, 'source' | 'line'> & { moduleId?: string }

/** Places an order, only once (CHK-04). */
export const usePlaceOrder = (callbacks: Callbacks<Placed> = {}) =>
  usePlacing<OrderRequest, Placed>({
    ...callbacks,
    tabKey: 'placing',
    call: async ({ body: order, headers, guestId }) => {
      const body = { ...order, guest_id: guestId }
      const { data } = await placeOrder({ headers, body, throwOnError: true })
      return { ...data, source: order.source, line: order.line, moduleId: headers.moduleId }
    },
  })

/** Whether it is certain, after a failed request, that no order was placed. */
export const isNotPlaced = () => isNothingPlaced('placing')
