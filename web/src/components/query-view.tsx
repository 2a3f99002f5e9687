import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import { ErrorState } from './error-state'
import { Pending } from './pending'
import c from './query-view.module.css'

const text = defineMessages({
  stale: { id: 'query_view.stale', defaultMessage: 'This may be out of date.' },
  retry: { id: 'query_view.retry', defaultMessage: 'Try again' },
})

/** What is shown of a query, or of a list that goes on. */
type Query<Data> = {
  data: Data | undefined
  error: unknown
  isPending: boolean
  isError: boolean
  /** It failed after it had answered once. */
  isRefetchError: boolean
  refetch: () => unknown
}

type Props<Data> = {
  query: Query<Data>
  /** Shown until the first answer. */
  skeleton: ReactNode
  /** Above the words of a failure. */
  art?: string
  children: (data: Data) => ReactNode
}

/**
 * Shows a query's data. A refetch that fails leaves the data on the screen, with a
 * note above it; only a query without data shows its error instead.
 */
export function QueryView<Data>({ query, skeleton, art, children }: Props<Data>) {
  const { data } = query
  if (data === undefined && query.isError) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} art={art} />
  }
  return (
    <>
      <Stale queries={[query]} />
      <Pending pending={query.isPending} skeleton={skeleton}>
        {data !== undefined && children(data)}
      </Pending>
    </>
  )
}

/** Says that what is shown of these queries could not be fetched again, and offers another try. */
export function Stale({ queries }: { queries: readonly Pick<Query<unknown>, 'isRefetchError'>[] }) {
  const queryClient = useQueryClient()
  // What else of the page failed with it is not asked for one by one.
  const retry = () => queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  return (
    queries.some(({ isRefetchError }) => isRefetchError) && (
      <p className={c.stale} role="status">
        <FormattedMessage {...text.stale} />{' '}
        <button type="button" className={c.retry} onClick={() => void retry()}>
          <FormattedMessage {...text.retry} />
        </button>
      </p>
    )
  )
}
