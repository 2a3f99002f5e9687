import type { Page } from '@playwright/test'
import { Customer } from '../customer.ts'
import { expect, test } from '../fixtures.ts'
import { waitUntilLoaded } from '../screen.ts'

test.use({ maps: false })

const bell = (page: Page, name: string | RegExp) => page.getByRole('banner').getByRole('button', { name, exact: true })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

test('PROF-06 the bell counts the steps of an order live, until they are read', async ({ page, api, visit }) => {
  const customer = await Customer.signUp(api)
  const { item, store } = await api.simple()
  await visit({ stored: customer.stored() })
  await page.goto('/help-and-support')
  await expect(bell(page, 'Notifications')).toBeVisible()
  const { id } = await customer.buy(item, Math.ceil(store.minimum_order / item.price) + 1)

  await test.step('it counts without a reload', async () => {
    await expect(bell(page, /^Notifications, \d+ unread$/)).toBeVisible({ timeout: 60_000 })
    await bell(page, /^Notifications/).click()
    await expect(panel(page).getByText(`${store.name} has got your order`)).toBeVisible()
    await expect(panel(page).getByText(`${store.name} has accepted your order`)).toBeVisible()
    await expect(panel(page).getByText(`Your order from ${store.name} was delivered`)).toBeVisible({ timeout: 60_000 })
  })

  await test.step('one that is followed leads to its order, and is read', async () => {
    await expect(panel(page).getByLabel('Unread')).toHaveCount(4) // accepted, on its way, delivered, and what it has earned
    await panel(page).getByRole('link', { name: /was delivered$/ }).click()
    await expect(page).toHaveURL(new RegExp(`/order/${id}$`))
    await expect(bell(page, 'Notifications, 3 unread')).toBeVisible()
    // What closes here and what opens there move the focus.
    await expect(panel(page)).toBeHidden()
    await waitUntilLoaded(page)
  })

  await test.step('all are marked as read, also after a reload', async () => {
    await bell(page, 'Notifications, 3 unread').click()
    await panel(page).getByRole('button', { name: 'Mark all as read' }).click()
    await expect(panel(page).getByLabel('Unread')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(bell(page, 'Notifications')).toBeFocused()
    await page.reload()
    await expect(bell(page, 'Notifications')).toBeVisible()
    await bell(page, 'Notifications').click()
    await expect(panel(page).getByRole('listitem')).toHaveCount(5)
    await expect(panel(page).getByLabel('Unread')).toHaveCount(0)
  })
})

test('PROF-06 what happened while the connection was lost is counted when it is back', async ({ page, api, visit, context, log }) => {
  log.expect(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|Failed to fetch/)
  const customer = await Customer.signUp(api)
  const { item, store } = await api.simple()
  await visit({ stored: customer.stored() })
  await page.goto('/help-and-support')
  await expect(bell(page, 'Notifications')).toBeVisible()
  await context.setOffline(true)
  const { id } = await customer.buy(item, Math.ceil(store.minimum_order / item.price) + 1)
  await expect
    .poll(async () => (await customer.send<{ order_status: string }>('GET', `/orders/${id}`)).order_status, { timeout: 60_000 })
    .toBe('delivered')
  await expect(bell(page, 'Notifications')).toBeVisible()
  await context.setOffline(false)
  await expect(bell(page, 'Notifications, 4 unread')).toBeVisible({ timeout: 30_000 })
})

test('PROF-06 a guest has no bell', async ({ page, visit }) => {
  await visit()
  await page.goto('/help-and-support')
  await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible()
  await expect(bell(page, /^Notifications/)).toHaveCount(0)
})
