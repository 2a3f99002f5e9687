import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ItemView } from '@/lib/api/types.gen'
import { serverNow, setServerClock } from '@/lib/page/server-clock'
import { testItem } from '@/test/fixtures'
import { nextChange, offersAt } from './expire-offers'
import { watchOffers } from './watch-offers'

const noon = Date.parse('2026-11-20T12:00:00Z')
const in10s = '2026-11-20T12:00:10Z'

const reduced: ItemView = {
  ...testItem,
  price: 10,
  sale_price: 7,
  discount: 30,
  badge_discount: 30,
  flash_sale: {
    id: 5,
    slug: 'hungry-hours',
    title: 'Hungry hours',
    ends_at: in10s,
    time_zone: 'Indian/Maldives',
    units: 20,
    units_left: 4,
    usual_discount: 10,
    usual_discount_type: 'percent',
    usual_sale_price: 9,
    usual_badge_discount: 10,
    usual_badge_discount_type: 'percent',
  },
}

describe('offersAt', () => {
  const onEnd = vi.fn()
  beforeEach(() => onEnd.mockClear())

  test('BRW-07 data whose offers have not changed stays the same object', () => {
    const data = {
      items: [reduced, testItem],
      flash_sales: [{ running: true, begins_at: '2026-11-20T09:00:00Z', ends_at: in10s }],
    }
    expect(offersAt(data, noon, onEnd)).toBe(data)
    expect(onEnd).not.toHaveBeenCalled()
    expect(nextChange(data, noon)).toBe(noon + 10_000)
  })

  test('BRW-07 an item whose flash sale is over has its usual price, wherever it stands', () => {
    const pages = { pages: [{ items: [testItem, reduced] }], pageParams: [1] }
    const after = offersAt(pages, noon + 10_000, onEnd) as typeof pages
    const [untouched, usual] = after.pages[0]!.items
    expect(untouched).toBe(testItem)
    expect(usual).toMatchObject({ price: 10, sale_price: 9, discount: 10, badge_discount: 10 })
    expect(usual).not.toHaveProperty('flash_sale')
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 5, title: 'Hungry hours' }))
    expect(nextChange(after, noon + 10_000)).toBe(Infinity)
  })

  test('BRW-07 ITEM-09 a campaign begins and ends, and its item cannot be ordered afterwards', () => {
    const run = { begins_at: in10s, ends_at: '2026-11-20T12:00:20Z', time_zone: 'UTC' }
    const campaign = { ...run, id: 1, slug: 'week', title: 'Week', usual_price: 10, running: false }
    const data = { campaigns: [{ ...run, running: false, item: { ...testItem, available_now: true, campaign } }] }
    const during = offersAt(data, noon + 10_000, onEnd) as typeof data
    expect(during.campaigns[0]).toMatchObject({ running: true, item: { campaign: { running: true } } })
    const after = offersAt(during, noon + 20_000, onEnd) as typeof data
    expect(after.campaigns[0]).toMatchObject({
      running: false,
      item: { available_now: false, campaign: { running: false } },
    })
  })
})

describe('watchOffers', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: noon })
    setServerClock('2026-11-20T12:00:00Z', noon)
  })
  afterEach(() => {
    setServerClock(new Date().toISOString(), Date.now())
    vi.useRealTimers()
  })

  async function watch(now: string) {
    const queryClient = new QueryClient()
    const fetchItems = vi.fn(() => Promise.resolve({ now, items: [reduced] }))
    const observer = new QueryObserver(queryClient, { queryKey: ['items'], queryFn: fetchItems, staleTime: Infinity })
    const onEnd = vi.fn()
    const stop = watchOffers(queryClient, onEnd)
    const leave = observer.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(100)
    const price = () => queryClient.getQueryData<{ items: ItemView[] }>(['items'])?.items[0]?.sale_price
    return { onEnd, fetchItems, price, stop: () => (leave(), stop()) }
  }

  test('BRW-07 TRAP_D12 a sale ends at its second by the server’s clock, whatever the device’s says', async () => {
    // The server is 7 seconds ahead of this device.
    const { onEnd, price, stop } = await watch('2026-11-20T12:00:07.000Z')
    expect(serverNow() - Date.now()).toBe(7000)
    await vi.advanceTimersByTimeAsync(2500)
    expect(price()).toBe(7)
    await vi.advanceTimersByTimeAsync(600)
    expect(price()).toBe(9)
    expect(onEnd).toHaveBeenCalledOnce()
    stop()
  })

  test('BRW-07 what has changed is fetched again, and somebody who left is told nothing', async () => {
    const { onEnd, fetchItems, stop } = await watch('2026-11-20T12:00:00.000Z')
    await vi.advanceTimersByTimeAsync(11_000)
    // An answer may be two seconds old: who asks at once gets the old one, again and again.
    expect(fetchItems).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(3000)
    expect(fetchItems).toHaveBeenCalledTimes(2)
    const told = onEnd.mock.calls.length
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(onEnd).toHaveBeenCalledTimes(told)
  })
})
