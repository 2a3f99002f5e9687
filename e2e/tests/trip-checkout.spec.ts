import { choose } from '../choose.ts'
import { Customer } from '../customer.ts'
import { expect, testInOneTab as test } from '../fixtures.ts'
import { amountIn } from '../pages/money.ts'
import { SandboxPage } from '../pages/sandbox-page.ts'
import { fillTripCart } from '../screens-trip.ts'

test.use({ crew: 'off' })

const part = 25 // earns no bonus

test('RNT-11 PRC-03 PRC-08 CHK-03 a coupon, the wallet and a card pay a trip together, and what was paid comes back', async ({ page, api, visit, log }) => {
  log.expect(/ERR_FAILED/)
  const customer = await Customer.signUp(api)
  await customer.topUp(part)
  await customer.waitForBalance(part)
  await fillTripCart(api, customer)
  await visit({ module: 'rental', stored: customer.stored() })
  await page.goto('/rental/checkout')
  await expect(page.getByLabel('Phone', { exact: true })).not.toHaveValue('') // their own: a coupon is for the first order
  const row = (code: string) => page.getByRole('main').locator(`dl > [data-code=${code}]`).first()

  await test.step('three parts are agreed to', async () => {
    const full = amountIn(await row('total').innerText())
    await page.getByLabel('Coupon code').fill('welcome5')
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect(row('coupon_discount')).toContainText('-$')
    expect(amountIn(await row('total').innerText())).toBeLessThan(full)
    await choose(page.getByRole('checkbox', { name: /Use my wallet/ }))
    await choose(page.getByRole('radio', { name: /Test payment/ }))
    await expect(row('wallet')).toContainText('-$25.00')
  })

  const gateway = new SandboxPage(page)
  await test.step('the trip waits for a payment that was given up, and is paid by its own page', async () => {
    // A call that is lost is sent again, with the same key.
    await page.route('**/rental/trips', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: /^Place trip and pay/ }).click()
    await gateway.choose('Cancel')
    await expect(page).toHaveURL(/\/trip\/\d+/)
    await page.getByRole('button', { name: 'Pay now' }).click()
    await gateway.choose('Pay')
    await expect(page.getByText('Your payment has arrived')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Waiting for the provider' })).toBeVisible()
    const receipt = page.getByRole('region', { name: 'Your trip' })
    await expect(receipt.getByText('WELCOME5')).toBeVisible()
    await expect(receipt.getByText('From your wallet')).toBeVisible()
  })

  await test.step('a cancellation gives all of it back', async () => {
    await page.getByRole('button', { name: 'Cancel this trip' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(/^You get .* back of what you have paid\.$/)).toBeVisible()
    await dialog.getByText('I booked by mistake').click()
    await dialog.getByRole('button', { name: 'Cancel trip' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'This trip was canceled' })).toBeVisible()
    await page.goto('/wallet')
    await expect(page.getByRole('main').getByText('$25.00').first()).toBeVisible()
    const back = page.getByRole('listitem').filter({ hasText: 'Money back for trip' })
    await expect(back.getByText('+$')).toHaveText(/25\.00/)
  })
})
