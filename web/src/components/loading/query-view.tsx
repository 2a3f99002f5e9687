import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { ErrorState } from './error-state'
import { Pending } from './pending'
import c from './query-view.module.css'

const text = defineMessages({
  stale: { id: 'query_view.stale', defaultMessage: 'This may be out of date.' },
})

/** The used part of a query or an infinite query. */
export type Query<Data> = {
  data: Data | undefined
  error: unknown
  isPending: boolean
  isError: boolean
  /** It failed after it had succeeded before. */
  isRefetchError: boolean
  refetch: () => unknown
}

type Props<Data> = {
  query: Query<Data>
  /** Shown until the first response. */
  skeleton: ReactNode
  /** The art of the error state. */
  art?: string
  children: (data: Data) => ReactNode
}

/**
 * Shows a query's data. If a refetch fails, the data stays, with a note above it. Only a
 * query without data shows its error instead.
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

/** A note that these queries could not be refetched, with a button to try again. */
export function Stale({ queries }: { queries: readonly Pick<Query<unknown>, 'isRefetchError'>[] }) {
  const queryClient = useQueryClient()
  // Refetches all failed queries of the page with one tap.
  const retry = () => queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  return (
    queries.some(({ isRefetchError }) => isRefetchError) && (
      <p className={c.stale} role="status">
        <FormattedMessage {...text.stale} />{' '}
        <button type="button" className={c.retry} onClick={() => void retry()}>
          <FormattedMessage {...common.retry} />
        </button>
      </p>
    )
  )
}
