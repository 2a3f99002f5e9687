import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { getCartQueryKey } from '@/lib/api/@tanstack/react-query.gen'
import { placeOrder, quoteCheckout } from '@/lib/api/sdk.gen'
import type { CheckoutBody, QuoteView } from '@/lib/api/types.gen'
import { isRecord } from '@/lib/guards'
import { isRefusal } from '@/lib/problems'
import { currentScope, type Scope } from '@/lib/scope'

/** The quote of what would be ordered now: every row from the server, none from here (D20). */
export function quoteOptions(scope: Scope, body: CheckoutBody, enabled: boolean) {
  const { headers } = scope
  return queryOptions({
    queryKey: ['quote', headers, body],
    queryFn: async ({ signal }) => (await quoteCheckout({ headers, body, signal, throwOnError: true })).data,
    enabled,
    // Prices, stock and slots move: a quote is good for a moment.
    staleTime: 10_000,
    refetchInterval: 60_000,
    // The rows stay in sight, dimmed, while a changed choice is quoted anew.
    placeholderData: keepPreviousData,
  })
}

/** The quote that came with a refusal because something changed (D21). */
export function newQuoteOf(error: unknown): QuoteView | undefined {
  if (!isRefusal(error) || !error.errors.some(({ code }) => code === 'cart_changed' || code === 'price_changed')) {
    return undefined
  }
  return isRecord(error.detail) && Array.isArray(error.detail.rows) ? (error.detail as QuoteView) : undefined
}

/**
 * Places the order. The same order sent again, after a lost answer or a second
 * click, carries the same key and stays one order (CHK-04).
 */
export function usePlaceOrder() {
  const queryClient = useQueryClient()
  const sent = useRef({ body: '', key: '' })
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (body: CheckoutBody) => {
      const text = JSON.stringify(body)
      if (sent.current.body !== text) sent.current = { body: text, key: crypto.randomUUID() }
      const headers = { ...currentScope().headers, 'Idempotency-Key': sent.current.key }
      return (await placeOrder({ headers, body, throwOnError: true })).data
    },
    onSuccess: (_order, body) => {
      const { headers, query } = currentScope()
      if (body.source === 'cart') queryClient.setQueryData(getCartQueryKey({ headers, query }), [])
    },
  })
}
