import { useState } from 'react'
import type { QuoteView } from '@/lib/api/types.gen'

/**
 * Whether the order could be had now when the page was opened and no longer can
 * (H5); until somebody said that they know.
 */
export function useSlipped(quote: QuoteView | undefined, scheduleAt: string | undefined) {
  const [state, setState] = useState<'unknown' | 'open' | 'told'>('unknown')
  if (quote?.now_allowed && state !== 'open') setState('open')
  const isSlipped = state === 'open' && quote !== undefined && !quote.now_allowed && scheduleAt === undefined
  return { isSlipped, tell: () => setState('told') }
}
