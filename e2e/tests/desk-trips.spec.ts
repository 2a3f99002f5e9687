import type { TripView } from '../../web/src/lib/api/types.gen.ts'
import { choose } from '../choose.ts'
import { Customer } from '../customer.ts'
import { expect, testInOneTab as test } from '../fixtures.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { photo } from '../picture.ts'
import { fillTripCart, pastTripOfGuest } from '../screens-trip.ts'
import { addRenter, admin } from '../staff.ts'

// Only people check licences and move trips here.
test.use({ crew: 'off' })

const image = (name: string) => [{ name, mimeType: 'image/png', buffer: photo }]

test('RNT-11 PERM-03 a customer gives their driver’s licence at the checkout; the provider checks it, hands the vehicle over and takes it back, and both add photos', async ({ page, api, visit, log }) => {
  log.expect(/ERR_FAILED/)
  const customer = await Customer.signUp(api)
  await fillTripCart(api, customer, { hasLicence: false })
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
      await part.locator('input').setInputFiles(image(`${side}.png`))
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
  await page.getByLabel('Contact name').fill('Asha Rao')
  await page.getByLabel('Phone', { exact: true }).fill('+12025550123')
  await page.getByRole('button', { name: /^Place trip/ }).click()
  await expect(page).toHaveURL(/\/trip\/\d+$/)
  const id = Number(page.url().split('/').at(-1))
  const { provider, lines } = await api.send<TripView>('GET', `/rental/trips/${id}`, undefined, undefined, customer.token)
  const desk = new DeskPage(page)
  const trip = desk.trip(id)

  await test.step('the provider confirms the trip, also after a move without an answer, and approves the licence', async () => {
    await desk.signIn(await addRenter(api, { provider }))
    await expect(desk.main.getByRole('heading', { level: 1, name: 'Trips' })).toBeVisible()
    await expect(desk.main.getByRole('tab', { name: 'Stock' }), 'the tabs of stores are not there').toHaveCount(0)
    await expect(trip).toContainText(lines[0]!.name)
    await expect(trip).toContainText('Asha Rao')
    await page.route('**/vendor/trips/*/status', (route) => route.abort(), { times: 1 })
    await desk.tripStep(id, 'Confirm trip').click()
    await trip.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await expect(trip).toHaveCount(0)
    await desk.main.getByRole('tab', { name: 'Now and ahead' }).click()
    await expect(trip).toContainText('AR-2040')
    await expect(trip.getByRole('img', { name: 'Driver’s licence, photo 2' })).toBeVisible()
    await expect(desk.tripStep(id, 'Handed over'), 'not before the check').toHaveCount(0)
    await desk.tripStep(id, 'Approve licence').click()
    await expect(desk.tripStep(id, 'Handed over')).toBeVisible()
  })

  const photos = page.getByRole('region', { name: 'Photos of the vehicle' })
  await test.step('a photo that was not sent can be sent again', async () => {
    await page.goto(`/trip/${id}`)
    await expect(page.getByText('The provider has approved your driver’s licence.')).toBeVisible()
    await expect(photos.getByRole('button', { name: 'Add pickup photos' })).toBeVisible()
    const add = () => photos.locator('input[type=file]').setInputFiles(image('1.png'))
    await page.route('**/photos', (route) => route.abort(), { times: 1 })
    await add()
    await expect(photos.getByRole('alert')).toBeVisible()
    await add()
    await expect(photos.getByRole('img', { name: 'Your photo 1' })).toBeVisible()
  })

  await test.step('the provider sees it and adds another one, and the vehicle goes out and comes back', async () => {
    await page.goto('/desk')
    await desk.main.getByRole('tab', { name: 'Now and ahead' }).click()
    await expect(trip.getByRole('img', { name: 'Photo 1 of the shopper' })).toBeVisible()
    await trip.locator('input[type=file]').setInputFiles(image('2.png'))
    await expect(trip.getByRole('img', { name: 'Photo 2 of the staff' })).toBeVisible()
    await desk.tripStep(id, 'Handed over').click()
    await expect(trip, 'the pickup is on another day').toContainText('The pickup is planned for later')
    await desk.tripStep(id, 'Handed over').click()
    await expect(trip).toContainText('Under way')
    const hasDeposit = (await trip.innerText()).includes('Deposit')
    await desk.tripStep(id, 'Returned').click()
    if (hasDeposit) {
      await expect(trip).toContainText('This settles the deposit')
      await desk.tripStep(id, 'Returned').click()
    }
    await expect(trip).toHaveCount(0)
    await desk.main.getByRole('tab', { name: 'Past' }).click()
    await expect(trip).toContainText('Completed')
    await expect(trip, 'TRAP_P5 who rented is no longer shown').not.toContainText('Asha Rao')
  })

  await page.goto(`/trip/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Completed' })).toBeVisible()
  await expect(photos.getByRole('img', { name: 'Photo 2, by the provider' })).toBeVisible()
})

test('ORD-04 RNT-11 a guest asks for the money of a trip back, an admin gives an amount, and the guest sees it', async ({ page, api, visit }) => {
  const { id, stored } = await pastTripOfGuest(api)
  await visit({ module: 'rental', stored })
  await page.goto(`/trip/${id}`)

  await test.step('the guest asks, with a photo', async () => {
    await page.getByRole('button', { name: 'Ask for a refund' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ask for a refund' })
    await expect(dialog.getByText('The vehicle was not clean')).toBeVisible() // the button moves until then
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await expect(dialog.getByText('Please choose a reason')).toBeVisible()
    await choose(dialog.getByRole('radio', { name: 'The vehicle was not clean' }))
    await dialog.getByLabel('Tell us more (optional)').fill('Sand on every seat')
    await dialog.locator('input[type=file]').setInputFiles(image('1.png'))
    await expect(dialog.getByRole('img', { name: 'Photo 1' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Send request' }).click()
    const box = page.getByRole('region', { name: 'You asked for a refund' })
    await expect(box).toContainText('Sand on every seat')
    await expect(page.getByRole('button', { name: 'Ask for a refund' })).toHaveCount(0)
  })

  const desk = new DeskPage(page)
  const trip = desk.trip(id)
  await test.step('an admin sees it, and gives an amount back', async () => {
    await desk.signIn(admin)
    await desk.main.getByRole('tab', { name: /^Trips/ }).click()
    const which = desk.main.getByRole('tablist', { name: 'Which trips' })
    await which.getByRole('tab', { name: /^Refunds/ }).click()
    await expect(trip).toContainText('Sand on every seat')
    await expect(trip.getByRole('img', { name: 'Photo 1 of the shopper' })).toBeVisible()
    await desk.tripStep(id, 'Give money back').click()
    await choose(trip.getByRole('radio', { name: 'An amount' }))
    await trip.getByLabel('How much?').fill('100000')
    await desk.tripStep(id, 'Give money back').click()
    await expect(trip.getByText('Please enter at most', { exact: false })).toBeVisible()
    await trip.getByLabel('How much?').fill('5')
    await trip.getByLabel('What the shopper reads (optional)').fill('We have cleaned it now.')
    await desk.tripStep(id, 'Give money back').click()
    await expect(trip).toHaveCount(0)
    await which.getByRole('tab', { name: 'Past' }).click()
    await expect(trip).toContainText('A part of the price')
    await expect(trip).toContainText('Completed')
  })

  await page.goto(`/trip/${id}`)
  const answered = page.getByRole('region', { name: 'You got a refund' })
  await expect(answered).toContainText('Answer: We have cleaned it now.')
  await expect(answered).toContainText('$5.00')
  await expect(page.getByRole('heading', { level: 1, name: 'Completed' })).toBeVisible()
})
