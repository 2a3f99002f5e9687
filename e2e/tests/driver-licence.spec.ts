import type { TripView } from '../../web/src/lib/api/types.gen.ts'
import { Customer } from '../customer.ts'
import { expect, test } from '../fixtures.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { photo } from '../picture.ts'
import { fillTripCart } from '../screens-trip.ts'
import { addRenter } from '../staff.ts'

// Only people check licences here.
test.use({ crew: 'off' })

test('RNT-11 a customer gives their driver’s licence at the checkout, and the provider approves it before the hand-over', async ({ page, browser, api, visit, log }) => {
  log.expect(/ERR_FAILED/)
  const customer = await Customer.signUp(api)
  await fillTripCart(api, customer, false)
  await visit({ module: 'rental', stored: customer.stored() })
  await page.goto('/rental/checkout')
  await expect(page.getByText('This trip needs your driver’s licence.', { exact: false })).toBeVisible()

  await test.step('the licence is given, also after it was lost on the way', async () => {
    await page.getByRole('button', { name: 'Add driver’s licence' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your driver’s licence' })
    await dialog.getByLabel('Name, as printed').fill('Asha Rao')
    await dialog.getByLabel('Licence number').fill('ar-2040')
    await dialog.getByLabel('Valid until').fill('2099-12-31')
    for (const side of ['front', 'back']) {
      const part = dialog.getByRole('group', { name: `Photo of the ${side}` })
      await part.locator('input').setInputFiles([{ name: `${side}.png`, mimeType: 'image/png', buffer: photo }])
      await expect(part.getByRole('img')).toBeVisible()
    }
    await page.route('**/rental/driver-licence', (route) => route.abort(), { times: 1 })
    const save = dialog.getByRole('button', { name: 'Save driver’s licence' })
    await save.click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await save.click()
    await expect(dialog).toBeHidden()
  })

  await expect(page.getByText('The provider checks your driver’s licence before you get the vehicle.')).toBeVisible()
  await page.getByLabel('Phone', { exact: true }).fill('+12025550123')
  await page.getByRole('button', { name: /^Place trip/ }).click()
  await expect(page).toHaveURL(/\/trip\/\d+$/)
  const id = Number(page.url().split('/').at(-1))

  await test.step('the provider sees and approves it, and then hands the vehicle over', async () => {
    const { provider } = await api.send<TripView>('GET', `/rental/trips/${id}`, undefined, undefined, customer.token)
    const context = await browser.newContext({ baseURL: api.url, serviceWorkers: 'block' })
    const desk = new DeskPage(await context.newPage())
    await desk.signIn(await addRenter(api, { provider }))
    await desk.tripStep(id, 'Confirm trip').click()
    await desk.main.getByRole('tab', { name: 'Now and ahead' }).click()
    await expect(desk.trip(id)).toContainText('AR-2040')
    await expect(desk.trip(id).getByRole('img', { name: 'Driver’s licence, photo 2' })).toBeVisible()
    await expect(desk.tripStep(id, 'Handed over'), 'not before the check').toHaveCount(0)
    await desk.tripStep(id, 'Approve licence').click()
    await desk.tripStep(id, 'Handed over').click()
    await expect(desk.tripStep(id, 'Returned')).toBeVisible()
    await context.close()
  })

  await expect(page.getByText('The provider has approved your driver’s licence.')).toBeVisible()
  await page.goto('/profile?page=driver-licence')
  await expect(page.getByRole('main')).toContainText('has approved it.')
})
