import { expect, test, vi } from 'vitest'
import { OpensAt } from '@/components/opens-at'
import { Progress } from '@/features/order/progress'
import { SlotChoice } from '@/features/checkout/slot-choice'
import { renderApp } from '@/test/render-app'
import { testTracking } from '@/test/trade-fixtures'
import { dateTime } from '@/lib/text/time-formats'
import { useTimes } from '@/lib/text/times'

const tokyo = 'Asia/Tokyo' // +9; the shop is in the Maldives, +5
const now = new Date('2126-11-20T01:00:00Z')
const soon = '2126-11-20T02:30:00Z'
const late = '2126-11-20T15:30:00Z' // tomorrow in Tokyo

test.each([
  ['an opening', <OpensAt key="x" store={{ opens_at: soon, time_zone: tokyo }} />, 'Opens 11:30'],
  [
    'an opening in days',
    <OpensAt key="x" store={{ opens_at: '2126-11-22T15:30:00Z', time_zone: tokyo }} />,
    'Opens Sat 00:30',
  ],
  [
    'an order',
    <Progress
      key="x"
      tracking={{ ...testTracking, time_zone: tokyo, estimated_from: soon, estimated_to: '2126-11-20T02:40:00Z' }}
      isLive
      kicker=""
    />,
    'Arrives 11:30 – 11:40',
  ],
  [
    'a slot',
    <SlotChoice
      key="x"
      timeZone={tokyo}
      days={[{ date: '2126-11-21', slots: [{ starts_at: late, from: '00:30', to: '01:00' }] }]}
      nowAllowed={false}
      readyIn=""
      value={late}
      onChange={() => undefined}
    />,
    'Thursday, November 21',
  ],
])('D12 %s is written in the zone of its store, not in the shop’s', (_name, ui, want) => {
  vi.useFakeTimers({ now })
  expect(renderApp(ui).container).toHaveTextContent(want)
})

test.each(['device', 'UTC', tokyo])('a date with its time is written alike for %s', (zone) => {
  const Written = () => useTimes(zone)(soon, dateTime)
  expect(renderApp(<Written />).container.textContent).toMatch(/^Nov \d\d, 2126, \d\d:30$/)
})
