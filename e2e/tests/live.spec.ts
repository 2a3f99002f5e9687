import { expect, test } from '../fixtures.ts'
import { Guest } from '../guest.ts'
import { OrderPage } from '../pages/order-page.ts'
import { admin, Staff } from '../staff.ts'

// The demo's staff would deliver the order within seconds, on a slow machine before its page has loaded.
test.use({ crew: 'off' })

const enough = (price: number, minimum: number) => Math.ceil(minimum / price) + 1

test('ORD-02 TRAP_O6 an order’s page is updated by its events only', async ({ page, api, visit }) => {
  const guest = await Guest.create(api)
  const { item, store } = await api.simple()
  const { id } = await guest.buy(item, enough(item.price, store.minimum_order))
  const owner = await Staff.signIn(api, admin)
  await visit({ stored: guest.stored() })
  const order = new OrderPage(page)
  // The map and the footer's deals are the last that the page starts with.
  const last = ['**/api/v1/maps/features', '**/api/v1/flash-sales?*'].map((url) => page.waitForResponse(url))
  await page.goto(`/order/${id}`)
  await expect(order.headline).toHaveText('Waiting for the store')
  for (const answer of await Promise.all(last)) await answer.finished()
  const asked: string[] = []
  await page.route('**/api/**', (route) => {
    const url = route.request().url()
    if (url.includes('/events')) return route.continue()
    asked.push(url)
    return url.endsWith(`/orders/${id}`) ? route.continue() : route.abort()
  })
  await owner.deliver(id)
  await expect(order.headline).toHaveText('Delivered')
  await expect(order.history).toHaveCount(6)
  // Once, when it is over: what can be done then, such as asking for money back, is in no event.
  await expect.poll(() => asked).toEqual([`${api.url}/api/v1/orders/${id}`])
})

test('a slow network shows skeletons and no error @phone', async ({ page, visit }) => {
  await visit()
  await page.goto('/about-us')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/v1/stores/popular*', async (route) => {
    await answered
    await route.continue()
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Popular stores' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Popular stores' })).toBeVisible()
  await expect(main.getByRole('article')).toHaveCount(0)
  await expect(main.getByRole('alert')).toHaveCount(0)
  answer()
  await expect(main.getByRole('article').first()).toBeVisible()
})
