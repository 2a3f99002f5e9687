import { Customer } from '../customer.ts'
import { expect, test } from '../fixtures.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { bookTrip } from '../screens-trip.ts'
import { addRenter, admin, Staff } from '../staff.ts'

// Only people move trips here.
test.use({ crew: 'off' })

test('RNT-11 PERM-03 a provider confirms a trip, hands the vehicle over and takes it back at the desk @both', async ({ page, api, log }) => {
  log.expect(/ERR_FAILED/)
  const customer = await Customer.signUp(api)
  const { id, provider, lines } = await bookTrip(api, customer, { note: 'A child seat, please' })
  const desk = new DeskPage(page)
  await desk.signIn(await addRenter(api, { provider }))
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
