import { queryOptions } from '@tanstack/react-query'
import { getPageOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { Scope } from '@/lib/scope/scope'

/** A text page, such as the terms. A missing page is not fetched again. */
export const pageOptions = ({ headers }: Scope, slug: string) =>
  queryOptions({ ...getPageOptions({ headers, path: { slug } }), staleTime: 300_000, retry: false })
