import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProblemView, QuoteView } from '@/lib/api/types.gen'
import { isRefusal } from '@/lib/requests/problems'

/**
 * The newest quote that came. When a changed choice is refused or gets no answer
 * it stays, and what was refused is among its problems: a tip that the server
 * does not take must not take the summary away. For whom: nobody else sees it.
 */
export function useNewestQuote(quoted: UseQueryResult<QuoteView>, forWhom: string) {
  const [last, setLast] = useState<{ quote: QuoteView; forWhom: string }>()
  if (quoted.data && !quoted.isPlaceholderData && quoted.data !== last?.quote) setLast({ quote: quoted.data, forWhom })
  const refused: ProblemView[] = isRefusal(quoted.error) ? quoted.error.errors : []
  const quote = quoted.data ?? (last?.forWhom === forWhom ? last.quote : undefined)
  return {
    quote: quote && refused.length > 0 ? { ...quote, problems: refused } : quote,
    refused,
    /** It belongs to an older choice: the present one has no quote, or none yet. */
    isStale: quoted.isPlaceholderData || quoted.data === undefined,
  }
}
