import { queryOptions } from '@tanstack/react-query'
import { getPageOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { Scope } from '@/lib/scope/scope'

/** A page of the operator's own text. A missing one stays missing: it is not asked for again. */
export const pageOptions = ({ headers }: Scope, slug: string) =>
  queryOptions({ ...getPageOptions({ headers, path: { slug } }), staleTime: 300_000, retry: false })
