import { Customer } from '../customer.ts'
import { expect, testInOneTab as test } from '../fixtures.ts'
import { admin, Staff } from '../staff.ts'
import type { TownAPI } from '../town-api.ts'

test.use({ maps: false, crew: 'off' })

/** An order of 21.00 or more, which is delivered. */
async function order(api: TownAPI, customer: Customer) {
  const { item, store } = await api.simple()
  const { id } = await customer.buy(item, Math.ceil(Math.max(store.minimum_order, 21) / item.price))
  await (await Staff.signIn(api, admin)).deliver(id)
  return id
}

test('WAL-03 a delivered order earns points, which become money', async ({ page, api, visit }) => {
  const customer = await Customer.signUp(api)
  const id = await order(api, customer)
  const { points } = await customer.send<{ points: number }>('GET', '/loyalty')
  expect(points).toBeGreaterThanOrEqual(100)
  await visit({ stored: customer.stored() })
  await page.goto('/loyalty-points')
  await expect(page.getByRole('link', { name: `Earned by order ${id}` })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Convert to currency now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Convert points' })
  await dialog.getByLabel('Points').fill('100')
  await expect(dialog.getByText('You get $1.00 for 100 points.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Convert' }).click()
  await expect(page.getByText('Point to wallet transfer successfully.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Converted into $1.00')).toBeVisible()
  expect((await customer.info()).loyalty_point).toBe(points - 100)
})

test('WAL-04 a friend signs up by the shared link, and both are rewarded for the first order', async ({ page, api, visit }) => {
  const referrer = await Customer.signUp(api)
  const { ref_code: code, link } = await referrer.send<{ ref_code: string; link: string }>('GET', '/referral')
  await visit({ stored: {} })
  await page.goto(link)
  await expect(page.getByLabel('Referral code (optional)')).toHaveValue(code, { timeout: 60_000 })

  const friend = await Customer.signUp(api, { ref_code: code })
  const before = await referrer.info()
  await order(api, friend)
  expect((await referrer.info()).wallet_balance).toBe(before.wallet_balance + 5)

  await visit({ stored: referrer.stored() })
  await page.goto('/referral-code')
  await expect(page.getByText(code)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Bring a friend: you get $5.00, your friend gets $3.00.')).toBeVisible()
  await expect(page.locator('dl')).toContainText('Rewarded1')
})
