import { Customer } from '../customer.ts'
import { expect, test } from '../fixtures.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { photo } from '../picture.ts'
import { bookTrip } from '../screens-trip.ts'
import { addRenter, admin, Staff } from '../staff.ts'

// Only people move trips here.
test.use({ crew: 'off' })

test('RNT-11 PERM-03 a provider confirms a trip, hands the vehicle over and takes it back at the desk @both', async ({ page, api, log }) => {
  log.expect(/ERR_FAILED/)
  const customer = await Customer.signUp(api)
  const { id, provider, lines } = await bookTrip(api, customer, { note: 'A child seat, please' })
  const desk = new DeskPage(page)
  const login = await addRenter(api, { provider })
  await (await Staff.signIn(api, login)).approveLicence(id)
  await desk.signIn(login)
  await expect(desk.main.getByRole('heading', { level: 1, name: 'Trips' })).toBeVisible()
  await expect(desk.main.getByRole('tab', { name: 'Reviews' }), 'the tabs of stores are not there').toHaveCount(0)
  await expect(desk.trip(id)).toContainText(lines[0]!.name)
  await expect(desk.trip(id)).toContainText('Asha Rao')
  await expect(desk.trip(id)).toContainText('A child seat, please')

  await test.step('a move without an answer is tried again', async () => {
    await page.route('**/vendor/trips/*/status', (route) => route.abort(), { times: 1 })
    await desk.tripStep(id, 'Confirm trip').click()
    await desk.trip(id).getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await expect(desk.trip(id)).toHaveCount(0)
  })

  await test.step('the vehicle goes out and comes back', async () => {
    await desk.main.getByRole('tab', { name: 'Now and ahead' }).click()
    await desk.tripStep(id, 'Handed over').click()
    await desk.tripStep(id, 'Returned').click()
    await expect(desk.trip(id)).toHaveCount(0)
    await desk.main.getByRole('tab', { name: 'Past' }).click()
    await expect(desk.trip(id)).toContainText('Completed')
    await expect(desk.trip(id), 'TRAP_P5 who rented is no longer shown').not.toContainText('Asha Rao')
  })
})

test('RNT-11 an admin gives all money of a trip back, and its customer reads why @both', async ({ page, api, visit }) => {
  const customer = await Customer.signUp(api)
  const { id } = await bookTrip(api, customer)
  const owner = await Staff.signIn(api, admin)
  await owner.moveTrip(id, 'confirmed', 'ongoing', 'completed')
  const desk = new DeskPage(page)
  await desk.signIn(admin)
  await desk.main.getByRole('tab', { name: /^Trips/ }).click()
  await desk.main.getByRole('tablist', { name: 'Which trips' }).getByRole('tab', { name: 'Past' }).click()
  await desk.tripStep(id, 'Give all money back').click()
  await desk.trip(id).getByLabel('The vehicle was not as booked').check({ force: true })
  await desk.tripStep(id, 'Give all money back').click()
  await expect(desk.trip(id)).toContainText('Refunded')
  await visit({ module: 'rental', stored: customer.stored() })
  await page.goto(`/trip/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Refunded' })).toBeVisible()
  await expect(page.getByText('The vehicle was not as booked').first()).toBeVisible()
})

test('RNT-11 a customer and the provider add photos of the vehicle, which both see @both', async ({ page, browser, api, visit, log }) => {
  log.expect(/ERR_FAILED/)
  const customer = await Customer.signUp(api)
  const trip = await bookTrip(api, customer)
  const login = await addRenter(api, trip)
  await (await Staff.signIn(api, login)).moveTrip(trip.id, 'confirmed')
  await visit({ module: 'rental', stored: customer.stored() })
  await page.goto(`/trip/${trip.id}`)
  const photos = page.getByRole('region', { name: 'Photos of the vehicle' })
  await expect(photos.getByRole('button', { name: 'Add photos of before' })).toBeVisible()
  const add = () => photos.locator('input[type=file]').setInputFiles([{ name: '1.png', mimeType: 'image/png', buffer: photo }])

  await test.step('a photo that was not sent can be sent again', async () => {
    await page.route('**/photos', (route) => route.abort(), { times: 1 })
    await add()
    await expect(photos.getByRole('alert')).toBeVisible()
    await add()
    await expect(photos.getByRole('img', { name: 'Your photo 1' })).toBeVisible()
  })

  await test.step('the provider sees it at the desk, and adds another one', async () => {
    const context = await browser.newContext({ baseURL: api.url, serviceWorkers: 'block' })
    const desk = new DeskPage(await context.newPage())
    await desk.signIn(login)
    await desk.main.getByRole('tab', { name: 'Now and ahead' }).click()
    await expect(desk.trip(trip.id).getByRole('img', { name: 'Photo 1 of the shopper' })).toBeVisible()
    await desk.trip(trip.id).locator('input[type=file]').setInputFiles([{ name: '2.png', mimeType: 'image/png', buffer: photo }])
    await expect(desk.trip(trip.id).getByRole('img', { name: 'Photo 2 of the staff' })).toBeVisible()
    await context.close()
  })

  await page.reload()
  await expect(photos.getByRole('img', { name: 'Photo 2, by the provider' })).toBeVisible()
})
