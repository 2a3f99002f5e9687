import type { UseQueryResult } from '@tanstack/react-query'
import { useDeferredValue, useId, type ReactNode } from 'react'
import { ErrorState } from '@/components/loading/error-state'
import { Grid } from './grid'
import { Pending } from '@/components/loading/pending'
import { Rail } from './rail'
import { SectionHead } from './section-head'
import { CategoryChipSkeleton, ItemCardSkeleton, StoreCardSkeleton } from '@/components/loading/skeleton'

const skeletons = { chips: CategoryChipSkeleton, stores: StoreCardSkeleton, items: ItemCardSkeleton }

/** How many fit on the widest screen. The rest of a row is rendered after the first paint. */
const inSight = { chips: 11, stores: 4, items: 5 }

type Props<Entry> = {
  title: string
  /** A link to the whole list. */
  action?: ReactNode
  of: 'chips' | 'stores' | 'items'
  /** A row that scrolls, or a grid. */
  as: 'rail' | 'grid'
  query: UseQueryResult<readonly Entry[], unknown>
  /** The number of skeletons while loading. */
  expected: number
  children: (entry: Entry, index: number) => ReactNode
}

/**
 * A section of a page with one call (BRW-01): skeletons while it loads, an error with a retry
 * button, and nothing if the list is empty.
 */
export function ListSection<Entry extends { id: number }>(props: Props<Entry>) {
  const { title, action, of, as, query, expected, children } = props
  const Skeleton = skeletons[of]
  const isRail = as === 'rail' || of === 'chips'
  const isThere = useDeferredValue(true, false)
  if (query.isError && !query.data) {
    return (
      <Head title={title}>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </Head>
    )
  }
  const List = ({ list }: { list: ReactNode }) =>
    isRail ? (
      <Rail title={title} action={action} of={of}>
        {list}
      </Rail>
    ) : (
      <Head title={title} action={action}>
        <Grid of={of} label={title}>
          {list}
        </Grid>
      </Head>
    )
  const boxes = Array.from({ length: expected }, (_, index) => (
    <li key={index}>
      <Skeleton />
    </li>
  ))
  const entries = isRail && !isThere ? query.data?.slice(0, inSight[of]) : query.data
  return (
    <Pending pending={query.isPending} skeleton={List({ list: boxes })}>
      {entries && entries.length > 0
        ? List({ list: entries.map((entry, index) => <li key={entry.id}>{children(entry, index)}</li>) })
        : null}
    </Pending>
  )
}

function Head({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={title} action={action} />
      {children}
    </section>
  )
}
