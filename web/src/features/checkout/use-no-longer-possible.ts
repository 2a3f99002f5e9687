import { useState } from 'react'
import type { QuoteView } from '@/lib/api/types.gen'

/**
 * Whether an order for now was possible when the page opened but no longer is (H5),
 * until the shopper dismisses the message.
 */
export function useNoLongerPossible(quote: QuoteView | undefined, scheduleAt: string | undefined) {
  const [state, setState] = useState<'unknown' | 'open' | 'dismissed'>('unknown')
  if (quote?.now_allowed && state !== 'open') setState('open')
  const isNoLongerPossible = state === 'open' && quote !== undefined && !quote.now_allowed && scheduleAt === undefined
  return { isNoLongerPossible, dismiss: () => setState('dismissed') }
}
