import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProblemView } from '@/lib/api/types.gen'
import { isRefusal } from '@/lib/requests/problems'

/**
 * Returns the newest quote. It stays if a changed order is refused or gets no response,
 * with the errors as its problems: an invalid tip must not hide the summary. owner
 * identifies the shopper, so that another shopper does not see the quote.
 */
export function useNewestQuote<Quote extends { problems: ProblemView[] }>(
  quoted: UseQueryResult<Quote>,
  owner: string,
) {
  const [last, setLast] = useState<{ quote: Quote; owner: string }>()
  if (quoted.data && !quoted.isPlaceholderData && quoted.data !== last?.quote) setLast({ quote: quoted.data, owner })
  const refused: ProblemView[] = isRefusal(quoted.error) ? quoted.error.errors : []
  const quote = quoted.data ?? (last?.owner === owner ? last.quote : undefined)
  return {
    quote: quote && refused.length > 0 ? { ...quote, problems: refused } : quote,
    refused,
    /** The quote belongs to older choices, because the current ones have no quote yet. */
    isStale: quoted.isPlaceholderData || quoted.data === undefined,
  }
}
