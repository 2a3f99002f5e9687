import { FormattedMessage } from 'react-intl'
import type { CampaignView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { useTimes } from '@/lib/text/times'

const text = defineMessages({
  until: { id: 'offer.until', defaultMessage: 'Until {time}' },
  from: { id: 'offer.from', defaultMessage: 'From {time}' },
  over: { id: 'offer.over', defaultMessage: 'This campaign has ended.' },
})

const weekday = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hourCycle: 'h23',
  hour: '2-digit',
  minute: '2-digit',
} as const

type Run = Pick<CampaignView, 'running' | 'begins_at' | 'ends_at' | 'time_zone'>

/** Until when a campaign runs, or from when; that it is over. */
export function RunText({ of }: { of: Run }) {
  const write = useTimes(of.time_zone)
  if (of.running) return <FormattedMessage {...text.until} values={{ time: write(of.ends_at, weekday) }} />
  if (of.begins_at && Date.parse(of.ends_at) > Date.parse(of.begins_at)) {
    return <FormattedMessage {...text.from} values={{ time: write(of.begins_at, weekday) }} />
  }
  return <FormattedMessage {...text.over} />
}
