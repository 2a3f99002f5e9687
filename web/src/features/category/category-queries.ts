import { queryOptions } from '@tanstack/react-query'
import { getCategoryOptions, listCategoriesOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { Scope } from '@/lib/scope/scope'

type Of = Pick<Scope, 'headers'>

const staleTime = 300_000 // ms (BRW-05)

export const categoriesOptions = ({ headers }: Of) => queryOptions({ ...listCategoriesOptions({ headers }), staleTime })

export const categoryOptions = (id: string, { headers }: Of) =>
  queryOptions({ ...getCategoryOptions({ headers, path: { id } }), staleTime })
