import { expect, test as base } from '../fixtures.ts'
import { Guest } from '../guest.ts'
import { OrderPage } from '../pages/order-page.ts'
import { StorePage } from '../pages/store-page.ts'
import { type Found, TownAPI } from '../town-api.ts'
import { setTimeZones, startTown } from '../town.ts'

const zones = ['Indian/Maldives', 'Asia/Kathmandu'] // +5 and +5:45; the shop itself is in the first

/** A town of two time zones. */
const test = base.extend({
  town: [
    async ({}, use) => {
      const town = await startTown()
      await setTimeZones(town, (slug) => zones[slug === 'lagoon' ? 1 : 0]!)
      await use(town)
      await town.stop()
    },
    { scope: 'worker' },
  ],
})

test.use({ timezoneId: 'Pacific/Auckland' })

/** The time of day in a zone. */
const at = (time: string, timeZone: string) =>
  new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(time))

/** A store of a zone that says until or from when it is open, at any hour, and something for a later time. */
async function findStoreWithHours(api: TownAPI, zone: string): Promise<Found> {
  for (const store of await api.stores()) {
    const change = store.closes_at ?? store.opens_at
    if (store.time_zone !== zone || !store.schedule_order || !change) continue
    if (Date.parse(change) - Date.now() < 5 * 60_000) continue
    const item = (await api.items(store)).find(
      ({ stock, schedule_order, available_time_starts }) =>
        stock === null && !schedule_order && available_time_starts === '',
    )
    if (item) return { item, store }
  }
  throw new Error(`no store in ${zone} opens and closes`)
}

test('D12 a store and its orders keep its time, whatever the shopper’s clock says', async ({ page, api, visit }) => {
  // The import is another process: the server may show the old zones for two seconds.
  const zonesShown = async () => [...new Set((await new TownAPI(api.url).stores()).map(({ time_zone: zone }) => zone))].sort()
  await expect.poll(zonesShown, 'the stores around the middle of town').toEqual([...zones].sort())
  const guest = await Guest.create(api)
  const found = []
  for (const zone of zones) {
    const { item, store } = await findStoreWithHours(api, zone)
    const quantity = Math.max(1, Math.ceil(store.minimum_order / item.sale_price))
    found.push({
      store,
      order: await guest.buy(item, quantity, { later: true }),
    })
  }
  await visit({ stored: guest.stored() })

  const order = new OrderPage(page)
  for (const {
    store,
    order: { id, token },
  } of found) {
    await new StorePage(page).open(store)
    const opening = store.open
      ? `Open until ${at(store.closes_at!, store.time_zone)}`
      : at(store.opens_at!, store.time_zone)
    await expect(order.main.getByText(opening).first()).toBeVisible()

    await page.goto(`/order/${id}`)
    const answer = await page.request.get(`/api/v1/orders/${id}`, {
      headers: { 'X-Order-Token': token },
    })
    const { tracking } = await answer.json()
    await expect(order.main.getByText(/^Arrives/)).toContainText(at(tracking.estimated_from, store.time_zone))
    await expect(order.history.first()).toContainText(at(tracking.timeline[0].at, store.time_zone))
  }
})
