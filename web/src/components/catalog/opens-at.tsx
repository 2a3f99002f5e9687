import { FormattedMessage } from 'react-intl'
import type { StoreView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { clockTime, useClock } from '@/lib/text/times'

const text = defineMessages({
  opens: { id: 'opens_at.opens', defaultMessage: 'Opens {time}' },
  closed: { id: 'opens_at.closed', defaultMessage: 'Closed' },
})

const weekdayTime = { ...clockTime, weekday: 'short' } as const

/** "Opens 10:00" in the store's time zone, with the weekday if it is not soon. */
export function OpensAt({ store }: { store: Pick<StoreView, 'opens_at' | 'time_zone'> }) {
  const clock = useClock(store.time_zone, weekdayTime)
  if (!store.opens_at) return <FormattedMessage {...text.closed} />
  return <FormattedMessage {...text.opens} values={{ time: <bdi key="time">{clock(store.opens_at)}</bdi> }} />
}
