import type { Page } from '@playwright/test'
import { Customer } from '../customer.ts'
import { expect, testInOneTab as test } from '../fixtures.ts'
import { amountIn } from '../pages/money.ts'
import { SandboxPage } from '../pages/sandbox-page.ts'
import { fillTripCart } from '../screens-trip.ts'
import type { TownAPI } from '../town-api.ts'

test.use({ crew: 'off' })

const part = 25

/** Opens the checkout of a customer with a vehicle in the trip cart and money in the wallet. */
async function checkOut(page: Page, api: TownAPI, visit: (how: object) => Promise<void>, wallet: number) {
  const customer = await Customer.signUp(api)
  for (let left = wallet; left > 0; left -= part) await customer.topUp(part) // no part earns a bonus
  await customer.waitForBalance(wallet)
  await fillTripCart(api, customer)
  await visit({ module: 'rental', stored: customer.stored() })
  await page.goto('/rental/checkout')
  await expect(page.getByLabel('Phone', { exact: true })).not.toHaveValue('') // their own: a coupon is for the first order
  return customer
}

const row = (page: Page, code: string) => page.getByRole('main').locator(`dl > [data-code=${code}]`).first()

test('RNT-11 PRC-03 PRC-08 CHK-03 a coupon, the wallet and a card pay a trip together @both', async ({ page, api, visit, log }) => {
  log.expect(/ERR_FAILED/)
  await checkOut(page, api, visit, part)
  const full = amountIn(await row(page, 'total').innerText())
  await page.getByLabel('Coupon code').fill('welcome5')
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(row(page, 'coupon_discount')).toContainText('-$')
  expect(amountIn(await row(page, 'total').innerText())).toBeLessThan(full)
  await page.getByRole('checkbox', { name: /Use my wallet/ }).check({ force: true })
  await page.getByRole('radio', { name: /Test payment/ }).check({ force: true })
  await expect(row(page, 'wallet')).toContainText('-$25.00')

  // A call that is lost is sent again, with the same key.
  await page.route('**/rental/trips', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: /^Place trip and pay/ }).click()
  await new SandboxPage(page).choose('Pay')
  await expect(page).toHaveURL(/\/trip\/\d+/)
  await expect(page.getByText('Your payment has arrived')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for the provider' })).toBeVisible()
  const receipt = page.getByRole('region', { name: 'Your trip' })
  await expect(receipt.getByText('WELCOME5')).toBeVisible()
  await expect(receipt.getByText('From your wallet')).toBeVisible()
})

test('RNT-11 CHK-03 the wallet pays all of a trip, and what was paid comes back into it @both @postgres', async ({ page, api, visit }) => {
  await checkOut(page, api, visit, 5 * part)
  await page.getByRole('radio', { name: /^Wallet/ }).check({ force: true })
  const total = amountIn(await row(page, 'total').innerText())
  await page.getByRole('button', { name: /^Pay from your wallet/ }).click()
  await expect(page).toHaveURL(/\/trip\/\d+$/)
  await expect(page.getByRole('region', { name: 'Your trip' }).getByText('Wallet', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel this trip' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('I booked by mistake').click()
  await dialog.getByRole('button', { name: 'Cancel trip' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This trip was canceled' })).toBeVisible()
  await page.goto('/wallet')
  await expect(page.getByRole('main').getByText('$125.00').first()).toBeVisible()
  const back = page.getByRole('listitem').filter({ hasText: 'Money back for trip' })
  expect(amountIn(await back.getByText('+$').innerText())).toBe(total)
})
