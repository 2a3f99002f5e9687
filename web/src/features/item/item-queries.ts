import { queryOptions } from '@tanstack/react-query'
import { getItemOptions, listItemReviewsOptions, listItemsOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { Scope } from '@/lib/scope/scope'

/** An item by id or slug: fresh for 30 s, asked once (BRW-05), also where its page asked ahead in vain. */
export const itemOptions = (id: string, { headers }: Scope) =>
  queryOptions({
    ...getItemOptions({ headers, path: { id } }),
    staleTime: 30_000,
    retry: false,
    retryOnMount: false,
  })

/** What people also add beside it. */
export const relatedOptions = (itemId: number, { headers }: Scope) =>
  listItemsOptions({ headers, query: { related_to: itemId, offset: 1, limit: 10 } })

export const itemReviewsOptions = (id: string, { headers }: Scope) =>
  listItemReviewsOptions({ headers, path: { id }, query: { offset: 1, limit: 20 } })
