import { queryOptions } from '@tanstack/react-query'
import { getCategoryOptions, listCategoriesOptions } from '@/lib/api/@tanstack/react-query.gen'
import { categoriesStaleTime } from '@/lib/requests/query-client'
import type { ScopeHeaders } from '@/lib/scope/scope'

export const categoriesOptions = ({ headers }: ScopeHeaders) =>
  queryOptions({ ...listCategoriesOptions({ headers }), staleTime: categoriesStaleTime })

export const categoryOptions = (id: string, { headers }: ScopeHeaders) =>
  queryOptions({ ...getCategoryOptions({ headers, path: { id } }), staleTime: categoriesStaleTime })
