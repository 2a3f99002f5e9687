import { useQuery } from '@tanstack/react-query'
import type { StoreDetail } from '@/lib/api/types.gen'
import { maxAge, maxTimer, serverNow } from '@/lib/page/server-clock'
import { useScope } from '@/lib/scope/scope'
import { useNow } from '@/lib/text/use-now'
import { storeOptions } from './store-queries'

const minute = 60_000 // ms

/** Fetches a store again when it opens or closes, because only the server decides that (H7). It draws nothing. */
export function WatchOpen({ id }: { id: string }) {
  useNow(minute) // the server's clock may be known later than the store
  useQuery({
    ...storeOptions(id, useScope()),
    refetchInterval: ({ state }) => untilOpenChanges(state.data),
  })
  return null
}

/** The milliseconds until the server says that a store has opened or closed; false: it never does. */
function untilOpenChanges(store: StoreDetail | undefined) {
  const at = store?.closes_at ?? store?.opens_at
  if (!at) return false
  const wait = Date.parse(at) + maxAge - serverNow()
  return wait > 0 ? Math.min(wait, maxTimer) : minute
}
