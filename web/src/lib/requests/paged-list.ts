import { keepPreviousData, useInfiniteQuery, useQueryClient, type FetchQueryOptions } from '@tanstack/react-query'

type PageOptions<Page> = FetchQueryOptions<Page, never, Page, never> & { queryKey: readonly unknown[] }

/**
 * A list that is fetched page by page. Each page is cached under its own key, so that a
 * page that came with the document, or that another screen has fetched, is not fetched
 * again.
 */
export function usePagedList<Page>(
  pageAt: (offset: number) => unknown,
  { isLast, enabled = true }: { isLast: (page: Page, pages: readonly Page[]) => boolean; enabled?: boolean },
) {
  const queryClient = useQueryClient()
  // The generated options have different types, but all of them return a Page.
  const options = pageAt as (offset: number) => PageOptions<Page>
  const { queryKey } = options(1)
  return useInfiniteQuery({
    queryKey: ['pages', ...queryKey],
    queryFn: ({ pageParam }) => queryClient.fetchQuery(options(pageParam)),
    initialPageParam: 1,
    getNextPageParam: (page, pages, offset) => (isLast(page, pages) ? undefined : offset + 1),
    initialData: () => {
      const page = queryClient.getQueryData<Page>(queryKey)
      return page && { pages: [page], pageParams: [1] }
    },
    initialDataUpdatedAt: () => queryClient.getQueryState(queryKey)?.dataUpdatedAt,
    placeholderData: keepPreviousData,
    enabled,
  })
}

type Counted = { data: { pages: readonly { total_size: number }[] } | undefined; isPlaceholderData: boolean }

/**
 * Returns how many entries the whole list has. While the next list is fetched, the one before is
 * shown; that it was empty says nothing about the next.
 */
export function knownTotal({ data, isPlaceholderData }: Counted) {
  const total = data?.pages[0]?.total_size
  return total === 0 && isPlaceholderData ? undefined : total
}

/** The entries of all pages, without duplicates: a list may change between two pages. */
export const uniqueEntries = <Entry extends { id: number | string }>(
  lists: readonly (readonly Entry[])[] = [],
): Entry[] => [...new Map(lists.flat().map((entry) => [entry.id, entry])).values()]
