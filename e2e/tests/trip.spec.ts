import { choose } from '../choose.ts'
import { Customer } from '../customer.ts'
import { expect, testInOneTab as test } from '../fixtures.ts'
import { Guest } from '../guest.ts'
import { TrackPage } from '../pages/track-page.ts'
import { photo } from '../picture.ts'
import { bookAsGuest, bookTrip } from '../screens-trip.ts'
import { admin, Staff } from '../staff.ts'

test.use({ crew: 'off' })

test('RNT-11 HDR-03 PROF-06 TRAP_O6 a trip moves in the open list, the bell leads to it, and its customer cancels it', async ({ page, api, visit, log }) => {
  log.expect(/ERR_FAILED/)
  const customer = await Customer.signUp(api)
  const { id, provider } = await bookTrip(api, customer)
  await visit({ module: 'rental', stored: customer.stored() })
  await page.goto('/my-trips')
  const link = page.getByRole('main').getByRole('link', { name: `${provider.name} Trip ${id}` })

  await test.step('the list moves, and leads to the trip', async () => {
    await expect(page.getByRole('article').filter({ hasText: provider.name })).toContainText('Waiting for the provider')
    await (await Staff.signIn(api, admin)).moveTrip(id, 'confirmed')
    // Long before a poll.
    await expect(page.getByRole('article').filter({ hasText: provider.name })).toContainText('Confirmed', { timeout: 10_000 })
    await link.click()
    await expect(page).toHaveURL(`/trip/${id}`)
    await expect(page.getByText('Cash at pickup')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'My trips' }).first().click()
    await expect(link).toBeVisible()
  })

  await test.step('the bell leads to it, too', async () => {
    await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click()
    const panel = page.getByRole('dialog', { name: 'Notifications' })
    await panel.getByRole('link', { name: `${provider.name} has confirmed your trip` }).click()
    await expect(page).toHaveURL(`/trip/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Confirmed' })).toBeVisible()
  })

  await test.step('a cancellation that fails can be tried again', async () => {
    await page.getByRole('button', { name: 'Cancel this trip' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('You have paid nothing yet.')).toBeVisible()
    await dialog.getByText('My plans have changed').click()
    await page.route('**/cancel', (route) => route.abort(), { times: 1 })
    await dialog.getByRole('button', { name: 'Cancel trip' }).click()
    await expect(dialog.getByRole('button', { name: 'Cancel trip' })).toBeEnabled()
    await dialog.getByRole('button', { name: 'Cancel trip' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'This trip was canceled' })).toBeVisible()
    await expect(page.getByText('My plans have changed').first()).toBeVisible()
  })

  await test.step('it is among the past ones', async () => {
    await page.getByRole('main').getByRole('link', { name: 'My trips' }).first().click()
    await expect(page.getByText('You have no trip ahead')).toBeVisible()
    await page.getByRole('tab', { name: 'Past' }).click()
    await expect(link).toBeVisible()
  })
})

test('RNT-04 RNT-11 TRAP_O6 a trip begins on the open page, is kept longer, its deposit comes back less what that costs, and everybody reads its review', async ({
  page,
  api,
  visit,
  log,
}) => {
  log.expect(/ERR_FAILED/)
  const customer = await Customer.signUp(api)
  const { id, deposit, lines } = await bookTrip(api, customer)
  expect(deposit).toBeGreaterThan(0)
  const owner = await Staff.signIn(api, admin)
  await owner.moveTrip(id, 'confirmed')
  await visit({ module: 'rental', stored: customer.stored() })
  await page.goto(`/trip/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Confirmed' })).toBeVisible()
  await expect(page.getByText(/The deposit of .* comes back after the return/)).toBeVisible()
  const receipt = page.getByRole('region', { name: 'Your trip' })

  await test.step('an extension that fails can be tried again', async () => {
    await owner.moveTrip(id, 'ongoing')
    // Long before a poll.
    await expect(page.getByRole('heading', { level: 1, name: 'Under way' })).toBeVisible({ timeout: 10_000 })
    await page.getByRole('button', { name: 'Keep it longer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 hours more', { exact: true }).click()
    await page.route('**/extension', (route) => route.abort(), { times: 1 })
    await dialog.getByRole('button', { name: 'Extend trip' }).click()
    await expect(dialog.getByRole('button', { name: 'Extend trip' })).toBeEnabled()
    await dialog.getByRole('button', { name: 'Extend trip' }).click()
    await expect(page.getByText('and extended by 2 hours')).toBeVisible()
    await expect(receipt.getByText('Extension', { exact: true })).toBeVisible()
  })

  await test.step('after the return the rest of the deposit is back', async () => {
    await owner.moveTrip(id, 'completed')
    await expect(receipt.getByText('Deposit given back')).toBeVisible()
    await expect(receipt.getByText('Paid in the end')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Keep it longer' })).toHaveCount(0)
  })

  const words = `Clean, and it starts at once, trip ${id}`
  await test.step('a review that fails keeps its words and its photo', async () => {
    await page.getByRole('button', { name: 'Rate your trip' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rate your trip' })
    await choose(dialog.getByRole('radiogroup', { name: lines[0]!.name }).getByRole('radio', { name: '4 stars' }))
    await dialog.getByLabel('Tell us more (optional)').fill(words)
    await dialog.locator('input[type=file]').setInputFiles([{ name: '1.png', mimeType: 'image/png', buffer: photo }])
    await expect(dialog.getByRole('img', { name: 'Photo 1' })).toBeVisible()
    await page.route('**/reviews', (route) => route.abort(), { times: 1 })
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    const given = page.getByRole('region', { name: 'Your review' })
    await expect(given).toContainText(words)
    await expect(given.getByRole('img')).toHaveCount(1)
  })

  await page.goto(`/rental/vehicle-details/${lines[0]!.vehicle_id}`)
  await expect(page.getByRole('listitem').filter({ hasText: words })).toBeVisible()
})

test('ORD-02 D29 TRAP_O6 TRAP_P1 a guest who lost the link of a trip finds it by its number and phone, and it moves', async ({ page, api, visit, log }) => {
  const phone = '+12025550127'
  const { trip } = await bookAsGuest(api, await Guest.create(api), phone)
  await visit({ module: 'rental' })
  await page.goto(`/trip/${trip.id}`)
  await page.getByRole('link', { name: 'Track trip' }).click()
  const track = new TrackPage(page)
  await expect(track.form).toBeVisible()

  await test.step('not with another phone', async () => {
    log.expect(/404/) // the browser logs the failed request
    await track.find(trip.id, '+12025550199')
    await expect(track.form.getByText('No order or trip with this number and phone was found.')).toBeVisible()
  })

  await test.step('with its own, and nothing that is private', async () => {
    await track.find(trip.id, phone)
    const found = page.getByRole('main')
    await expect(found.getByRole('heading', { level: 1, name: 'Waiting for the provider' })).toBeVisible()
    await expect(found).toContainText(trip.provider.name)
    await expect(found).toContainText(trip.lines[0]!.name)
    await expect(found).not.toContainText(trip.contact_person_name)
    await expect(found).not.toContainText('$')
    await (await Staff.signIn(api, admin)).moveTrip(trip.id, 'confirmed')
    await expect(found.getByRole('heading', { level: 1, name: 'Confirmed' })).toBeVisible({ timeout: 30_000 })
  })
})
