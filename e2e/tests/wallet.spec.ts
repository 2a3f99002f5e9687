import type { Page } from '@playwright/test'
import { choose } from '../choose.ts'
import { Customer } from '../customer.ts'
import { expect, testInOneTab as test } from '../fixtures.ts'
import { SandboxPage } from '../pages/sandbox-page.ts'

/** Opens the dialog to add money, and goes to the gateway's page. */
async function addFund(page: Page, amount: string) {
  await page.getByRole('button', { name: 'Add fund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Fund to Wallet' })
  const submit = dialog.getByRole('button', { name: 'Continue to payment' })
  await expect(submit).toBeDisabled()
  await dialog.getByLabel('Amount').fill(amount)
  await submit.click()
  await expect(dialog.getByText('Payment method is required')).toBeVisible()
  await choose(dialog.getByRole('radio').first())
  await submit.click()
  return new SandboxPage(page)
}

const balance = (page: Page) => page.getByRole('heading', { name: 'Your balance' }).locator('xpath=following-sibling::p')
const result = (page: Page) => page.getByRole('main').getByRole('status').filter({ has: page.getByRole('heading') })

test('WAL-01 HDR-03 money is added with a bonus, found without a webhook, and the wallet says so after a reload too', async ({ page, api, visit }) => {
  const customer = await Customer.signUp(api)
  await visit({ stored: customer.stored() })
  await page.goto('/account')
  await page.getByRole('main').getByRole('link', { name: 'Wallet' }).click()
  await expect(balance(page)).toHaveText('$0.00')
  await expect(page.getByText('Nothing has happened in your wallet yet')).toBeVisible()

  await page.getByRole('button', { name: 'Add fund' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('60')
  await expect(dialog.getByText('You get $6.00 extra')).toBeVisible()
  await page.keyboard.press('Escape')
  // The shop asks the gateway, which does not call.
  await (await addFund(page, '60')).choose('Pay', { webhooks: 'Never' })

  await expect(result(page)).toContainText('$66.00 is in your wallet')
  await expect(balance(page)).toHaveText('$66.00')
  await expect(page).toHaveURL(/\/wallet$/)
  await page.reload()
  await expect(result(page)).toContainText('$66.00 is in your wallet')
  await expect(page.getByRole('listitem').filter({ hasText: 'Money added' })).toContainText('+$60.00')
  await expect(page.getByRole('listitem').filter({ hasText: /^Bonus/ })).toContainText('+$6.00')
  await expect(page.getByRole('table', { name: 'Balance' })).toBeAttached()

  await page.getByRole('tab', { name: 'Money out' }).click()
  await expect(page.getByText('You have not spent anything yet')).toBeVisible()
  await result(page).locator('..').getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await expect(balance(page)).toHaveText('$66.00')
  await expect(result(page)).toHaveCount(0)
})

test('WAL-01 a payment that is declined or canceled adds nothing, and one whose money comes later is followed past a failing refetch', async ({
  page,
  api,
  visit,
  log,
}) => {
  await visit({ stored: (await Customer.signUp(api)).stored() })
  await page.goto('/wallet')
  await test.step('declined, and tried again', async () => {
    await (await addFund(page, '20')).choose('Decline')
    await expect(result(page)).toContainText('Your payment did not work')
    await result(page).getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('canceled', async () => {
    await (await addFund(page, '20')).choose('Cancel')
    await expect(result(page)).toContainText('You have not paid')
    await expect(balance(page)).toHaveText('$0.00')
  })

  await test.step('the money comes later', async () => {
    await (await addFund(page, '20')).choose('Pay, the money comes later')
    await expect(result(page)).toContainText('Your payment is on its way')
    log.expect(/500/)
    await page.route('**/api/v1/wallet', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 2 })
    await expect(result(page)).toContainText('$20.00 is in your wallet', { timeout: 30_000 })
    await expect(page.getByText('This may be out of date.')).toBeVisible({ timeout: 20_000 })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(balance(page)).toHaveText('$20.00')
  })
})

test('HDR-07 the footer’s link to the wallet asks guests to sign in', async ({ page, visit }) => {
  await visit()
  await page.goto('/about-us')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Wallet' }).click()
  await expect(page.getByText('You must be login to access this page.')).toBeVisible()
  await expect(page).toHaveURL(/\/about-us/)
  await page.goto('/wallet')
  await expect(page.getByText('You are not logged in')).toBeVisible()
})
