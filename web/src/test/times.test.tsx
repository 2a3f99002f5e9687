import { expect, test, vi } from 'vitest'
import { OpensAt } from '@/components/catalog/opens-at'
import { Progress } from '@/features/order/progress'
import { SlotChoice } from '@/features/checkout/slot-choice'
import { renderApp } from '@/test/render-app'
import { TripCard } from '@/features/trip/trip-card'
import { testTracking } from '@/test/trade-fixtures'
import { testTrip } from '@/test/trip-fixtures'
import { dateTime, dayTime } from '@/lib/text/time-formats'
import { useClock, usePlanClock, useTimes } from '@/lib/text/times'

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
    'an order for another day',
    <Progress
      key="x"
      tracking={{ ...testTracking, time_zone: tokyo, estimated_from: late, estimated_to: '2126-11-20T16:00:00Z' }}
      isLive
      kicker=""
    />,
    'Arrives Thu, Nov 21, 00:30 – 01:00',
  ],
  [
    'a trip that begins on another day',
    <TripCard key="x" trip={{ ...testTrip, provider: { ...testTrip.provider, time_zone: tokyo }, pickup_at: late }} />,
    'Thu, Nov 21, 00:30',
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

const evening = new Date('2126-11-20T14:30:00Z') // 23:30 in Tokyo

test.each([
  ['earlier today', '2126-11-20T01:00:00Z', '10:00', '10:00'],
  ['tomorrow, at the same time of day', '2126-11-21T01:00:00Z', 'Thu, Nov 21, 10:00', 'Thu, Nov 21, 10:00'],
  ['last year', '2125-11-20T01:00:00Z', 'Tue, Nov 20, 2125, 10:00', 'Tue, Nov 20, 2125, 10:00'],
  ['yesterday, less than a day ago', '2126-11-19T14:55:00Z', 'Tue, Nov 19, 23:55', 'Tue, Nov 19, 23:55'],
  ['after midnight, but soon', late, '00:30', 'Thu, Nov 21, 00:30'],
])('D12 a time %s has its date if it could be misread', (_name, at, clock, planned) => {
  vi.useFakeTimers({ now: evening })
  const Written = () => (
    <>
      <i>{useClock(tokyo, dayTime)(at)}</i>
      <b>{usePlanClock(tokyo, dayTime)(at)}</b>
    </>
  )
  const [written, plan] = renderApp(<Written />).container.querySelectorAll('i, b')
  expect([written?.textContent, plan?.textContent]).toEqual([clock, planned])
})

test('D12 an opening of next year has its weekday alone', () => {
  vi.useFakeTimers({ now: new Date('2126-12-31T01:00:00Z') })
  const store = { opens_at: '2127-01-02T01:00:00Z', time_zone: tokyo }
  expect(renderApp(<OpensAt store={store} />).container).toHaveTextContent('Opens Thu 10:00')
})

test('D12 a slot after midnight has its date however near it is, an order that comes at once does not', () => {
  vi.useFakeTimers({ now: evening })
  const arriving = (order_status: string) => {
    const times = { estimated_from: late, estimated_to: '2126-11-20T16:00:00Z' }
    const tracking = { ...testTracking, ...times, time_zone: tokyo, order_status }
    return renderApp(<Progress tracking={tracking} isLive kicker="" />).container
  }
  expect(arriving('scheduled')).toHaveTextContent('Arrives Thu, Nov 21, 00:30 – 01:00')
  expect(arriving('confirmed')).toHaveTextContent('Arrives 00:30 – 01:00')
})

test.each(['device', 'UTC', tokyo])('a date with its time is written alike for %s', (zone) => {
  const Written = () => useTimes(zone)(soon, dateTime)
  expect(renderApp(<Written />).container.textContent).toMatch(/^Nov \d\d, 2126, \d\d:30$/)
})
