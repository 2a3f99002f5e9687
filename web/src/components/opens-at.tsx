import { FormattedMessage, useIntl } from 'react-intl'
import { defineMessages } from '@/lib/messages'
import { useNow } from '@/lib/now'
import { useShop } from '@/lib/shop'

const text = defineMessages({
  opens: { id: 'opens_at.opens', defaultMessage: 'Opens {time}' },
  closed: { id: 'opens_at.closed', defaultMessage: 'Closed' },
})

const minute = 60_000
const withinADay = 20 * 60 * minute // beyond this a bare time of day could be tomorrow's or the day after's

/** "Opens 10:00" in the shop's time zone, with the weekday where it is not soon. */
export function OpensAt({ time }: { time: string | undefined }) {
  const intl = useIntl()
  const shop = useShop()
  const now = useNow(minute)
  if (!time) return <FormattedMessage {...text.closed} />
  const far = now !== undefined && Date.parse(time) - now > withinADay
  const at = intl.formatTime(time, {
    timeZone: shop.time_zone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
    weekday: far ? 'short' : undefined,
  })
  return <FormattedMessage {...text.opens} values={{ time: <bdi key="time">{at}</bdi> }} />
}
