import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { maxAge, maxTimer, serverNow, setServerClock } from '@/lib/page/server-clock'
import { toast } from '@/lib/page/toast'
import { isRecord } from '@/lib/scope/guards'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { hasOffers, nextChange, offersAt, type EndedSale } from './expire-offers'
import { flashTimesOptions } from './offer-queries'

const text = defineMessages({
  over: { id: 'offer.sale_over', defaultMessage: 'The flash sale “{title}” is over. Prices are as usual again.' },
})

const fiveMinutes = 300_000 // ms

/**
 * Lets every offer on the page begin and end on time, without a reload: what is in the
 * query cache changes at that second, and what is shown is fetched again. It draws
 * nothing.
 */
export default function WatchOffers() {
  const { formatMessage: t } = useIntl()
  const queryClient = useQueryClient()
  // Items say when their sale ends, but not when the next one begins.
  useQuery({ ...flashTimesOptions(useScope()), refetchInterval: fiveMinutes, staleTime: fiveMinutes })

  useEffect(() => watchOffers(queryClient, ({ title }) => toast(t(text.over, { title }))), [queryClient, t])
  return null
}

/** Not all pages ask in the same instant. */
const refetchAfter = () => maxAge + Math.random() * 1000

/** Watches until the returned function is called. onEnd is called once for a sale that ended in sight. */
export function watchOffers(queryClient: QueryClient, onEnd: (sale: EndedSale) => void) {
  const cache = queryClient.getQueryCache()
  const ended = new Set<number>()
  let checking: ReturnType<typeof setTimeout>
  let refetching: ReturnType<typeof setTimeout> | undefined
  let clockSetAt = 0

  /** The newest response that says what time it is. */
  const readClock = () => {
    for (const { state } of cache.getAll()) {
      if (isRecord(state.data) && typeof state.data.now === 'string' && state.dataUpdatedAt > clockSetAt) {
        clockSetAt = state.dataUpdatedAt
        setServerClock(state.data.now, state.dataUpdatedAt)
      }
    }
  }

  const check = () => {
    readClock()
    const now = serverNow()
    let next = Infinity
    for (const query of cache.getAll()) {
      const { data, dataUpdatedAt } = query.state
      if (data === undefined) continue
      const current = offersAt(data, now, (sale) => {
        if (!query.isActive() || ended.has(sale.id)) return
        ended.add(sale.id)
        onEnd(sale)
      })
      if (current !== data) {
        queryClient.setQueryData(query.queryKey, current, { updatedAt: dataUpdatedAt })
        fetchAgainSoon()
      }
      next = Math.min(next, nextChange(current, now))
    }
    checkIn(next - now)
  }
  const checkIn = (wait: number) => {
    clearTimeout(checking)
    if (wait < Infinity) checking = setTimeout(check, Math.min(wait, maxTimer))
  }
  // Until then usual prices are shown. An answer that is still old changes again, and is fetched once more.
  const fetchAgainSoon = () => {
    refetching ??= setTimeout(() => {
      refetching = undefined
      void queryClient.invalidateQueries({ predicate: ({ state }) => hasOffers(state.data) })
    }, refetchAfter())
  }

  const stop = cache.subscribe(({ type, ...event }) => {
    if (type === 'updated' && 'action' in event && event.action.type === 'success') checkIn(50)
  })
  // A tab that was in the background has slept through its timers.
  const onWake = () => {
    if (!document.hidden) check()
  }
  document.addEventListener('visibilitychange', onWake)
  checkIn(0)
  return () => {
    stop()
    clearTimeout(checking)
    clearTimeout(refetching)
    document.removeEventListener('visibilitychange', onWake)
  }
}
