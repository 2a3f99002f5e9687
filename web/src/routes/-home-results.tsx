import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { Skeleton } from '@/components/loading/skeleton'
import { categoryOptions } from '@/features/category/category-queries'
import { Results } from '@/features/search/results'
import type { ResultsQuery } from '@/features/search/results-query'
import { isNotFound } from '@/lib/requests/problems'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { NotFound } from './-not-found'

const text = defineMessages({
  results: { id: 'search.title', defaultMessage: 'Results for “{words}”' },
  all: { id: 'search.title_all', defaultMessage: 'Everything' },
  deals: { id: 'search.title_deals', defaultMessage: 'Deals' },
})

/** The results of a search, or of a category by its id (BRW-02). */
export default function HomeResults({ query }: { query: ResultsQuery }) {
  const { search: _search, module_id: _module, id, name, data_type, exact, ...filters } = query
  const { formatMessage: t } = useIntl()
  // A link may have the id of a category without its name.
  const category = useQuery({ ...categoryOptions(String(id), useScope()), enabled: id !== undefined && !name })
  if (isNotFound(category.error)) return <NotFound />
  if (category.isLoading) return <Skeleton width="240px" height={36} />
  const title = id === undefined && name ? t(text.results, { words: name }) : name || category.data?.name
  return (
    <Results
      title={title || t(filters.discounted ? text.deals : text.all)}
      subject={id === undefined ? { words: name, exact } : { categoryId: id }}
      filters={filters}
      of={data_type ?? 'item'}
    />
  )
}
