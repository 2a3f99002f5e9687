import { Customer } from '../customer.ts'
import { expect, testInOneTab as test } from '../fixtures.ts'
import { Guest } from '../guest.ts'
import { photo } from '../picture.ts'
import { bookAsGuest, bookTrip } from '../screens-trip.ts'
import { admin, Staff } from '../staff.ts'

type AdminReviews = { reviews: { id: number; trip_id?: number }[] }

test.use({ crew: 'off' })

test('RNT-11 HDR-03 a customer finds their trip, and cancels it @both', async ({ page, api, visit, log }) => {
  log.expect(/ERR_FAILED/)
  const customer = await Customer.signUp(api)
  const { id, provider } = await bookTrip(api, customer)
  await visit({ module: 'rental', stored: customer.stored() })
  await page.goto('/my-trips')

  await test.step('the list leads to the trip', async () => {
    await page.getByRole('main').getByRole('link', { name: `${provider.name} Trip ${id}` }).click()
    await expect(page).toHaveURL(`/trip/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Waiting for the provider' })).toBeVisible()
    await expect(page.getByText('Cash at pickup')).toBeVisible()
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
    await expect(page.getByRole('main').getByRole('link', { name: `${provider.name} Trip ${id}` })).toBeVisible()
  })
})

test('RNT-11 CHK-03 a trip is paid on the page of a gateway, and its money comes back @both', async ({ page, api, visit }) => {
  const customer = await Customer.signUp(api)
  const { id } = await bookTrip(api, customer, { payment_method: 'digital_payment', payment_gateway: 'sandbox' })
  await visit({ module: 'rental', stored: customer.stored() })
  await page.goto(`/trip/${id}`)
  await page.getByRole('button', { name: 'Pay now' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/trip/${id}`))
  await expect(page.getByText('Your payment has arrived')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for the provider' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel this trip' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^You get .* back of what you have paid\.$/)).toBeVisible()
  await dialog.getByText('I booked by mistake').click()
  await dialog.getByRole('button', { name: 'Cancel trip' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This trip was canceled' })).toBeVisible()
})

test('RNT-04 RNT-11 a customer reviews the vehicle of a trip, everybody reads it, and an admin hides it @both', async ({
  page,
  api,
  visit,
  log,
}) => {
  log.expect(/ERR_FAILED/)
  const customer = await Customer.signUp(api)
  const { id, provider, lines } = await bookTrip(api, customer)
  const owner = await Staff.signIn(api, admin)
  await owner.moveTrip(id, 'confirmed', 'ongoing', 'completed')
  await visit({ module: 'rental', stored: customer.stored() })
  await page.goto('/my-trips?state=past')
  const card = page.getByRole('article').filter({ hasText: provider.name })
  await expect(card).toContainText('Rate this trip')
  await card.getByRole('link').first().click()
  await page.getByRole('button', { name: 'Rate your trip' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rate your trip' })
  await dialog.getByRole('radiogroup', { name: lines[0]!.name }).getByRole('radio', { name: '4 stars' }).check({ force: true })
  const words = `Clean, and it starts at once, trip ${id}`
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

  const path = `/rental/vehicle-details/${lines[0]!.vehicle_id}`
  const entry = page.getByRole('listitem').filter({ hasText: words })
  await page.goto(path)
  await expect(entry).toBeVisible()
  const reviews = `/admin/vehicle-reviews`
  const { reviews: all } = await api.send<AdminReviews>('GET', `${reviews}?limit=50`, undefined, undefined, owner.token)
  const { id: reviewId } = all.find(({ trip_id }) => trip_id === id)!
  await api.send('PUT', `${reviews}/${reviewId}/hidden`, { hidden: true }, undefined, owner.token)
  await expect(async () => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(entry).toHaveCount(0, { timeout: 500 })
  }).toPass()
})

test('RNT-11 a trip is kept longer, and its deposit comes back less what that costs @both', async ({ page, api, visit, log }) => {
  log.expect(/ERR_FAILED/)
  const customer = await Customer.signUp(api)
  const { id, deposit } = await bookTrip(api, customer)
  expect(deposit).toBeGreaterThan(0)
  const owner = await Staff.signIn(api, admin)
  await owner.moveTrip(id, 'confirmed', 'ongoing')
  await visit({ module: 'rental', stored: customer.stored() })
  await page.goto(`/trip/${id}`)
  await expect(page.getByText(/The deposit of .* comes back after the return/)).toBeVisible()

  await test.step('an extension that fails can be tried again', async () => {
    await page.getByRole('button', { name: 'Keep it longer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 hours more', { exact: true }).click()
    await page.route('**/extension', (route) => route.abort(), { times: 1 })
    await dialog.getByRole('button', { name: 'Extend trip' }).click()
    await expect(dialog.getByRole('button', { name: 'Extend trip' })).toBeEnabled()
    await dialog.getByRole('button', { name: 'Extend trip' }).click()
    await expect(page.getByText('and extended by 2 hours')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your trip' }).getByText('Extension')).toBeVisible()
  })

  await test.step('after the return the rest of the deposit is back', async () => {
    await owner.moveTrip(id, 'completed')
    await page.reload()
    const receipt = page.getByRole('region', { name: 'Your trip' })
    await expect(receipt.getByText('Deposit given back')).toBeVisible()
    await expect(receipt.getByText('Paid in the end')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Keep it longer' })).toHaveCount(0)
  })
})

test('RNT-11 PROF-06 TRAP_O6 a trip moves on the open page, and the bell leads to it @both', async ({ page, api, visit }) => {
  const customer = await Customer.signUp(api)
  const { id, provider } = await bookTrip(api, customer)
  await visit({ module: 'rental', stored: customer.stored() })
  await page.goto(`/trip/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for the provider' })).toBeVisible()
  const owner = await Staff.signIn(api, admin)
  await owner.moveTrip(id, 'confirmed')
  // Long before a poll.
  await expect(page.getByRole('heading', { level: 1, name: 'Confirmed' })).toBeVisible({ timeout: 10_000 })
  await page.goto('/my-trips')
  await expect(page.getByRole('article').filter({ hasText: provider.name })).toContainText('Confirmed')
  await owner.moveTrip(id, 'ongoing')
  await expect(page.getByRole('article').filter({ hasText: provider.name })).toContainText('Under way', { timeout: 10_000 })
  await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('link', { name: `${provider.name} has confirmed your trip` })).toBeVisible()
  await panel.getByRole('link', { name: `Your trip with ${provider.name} has begun` }).click()
  await expect(page).toHaveURL(`/trip/${id}`)
})

test('RNT-11 TRAP_P4 a customer claims the trip that they booked before they had an account @both', async ({ page, api, visit }) => {
  const guest = await Guest.create(api)
  const customer = await Customer.signUp(api)
  await customer.verify('phone')
  const { id } = await bookAsGuest(api, guest, customer.phone)
  await visit({ module: 'rental', stored: customer.stored() })
  await page.goto('/my-trips')
  const question = page.getByRole('region', { name: 'Is this trip yours?' })
  await expect(question).toContainText(`Trip ${id}`)
  await question.getByRole('button', { name: 'Mine', exact: true }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('main').getByRole('link', { name: new RegExp(`Trip ${id}`) })).toBeVisible()
})
