import type { TripCartView, WishlistOutputBody } from '../../web/src/lib/api/types.gen.ts'
import { Customer } from '../customer.ts'
import { expect, testInOneTab as test } from '../fixtures.ts'
import { giveLicence, Guest } from '../guest.ts'
import { SignInForms } from '../pages/sign-in-forms.ts'
import { TripCart } from '../pages/trip-cart.ts'
import { Wishlist } from '../pages/wishlist.ts'
import { anyVehicle, rent, vehicleOf } from '../rental.ts'

const refused = (status: number) => new RegExp(`status of ${status}`)

const added = 'The vehicle successfully added to your cart.'

test('RNT-06 RNT-07 RNT-13 HDR-01 quantities, trip details and price rows, in the drawer and on the page', async ({ page, api, visit, log }) => {
  log.expect(refused(422))
  log.expect(refused(409))
  const hourly = await vehicleOf(api, 'vehicle by the hour only', ({ trip_distance }) => trip_distance === 0)
  const vehicle = await anyVehicle(api, ({ provider }) => provider.id === hourly.provider.id)
  const guest = await Guest.create(api)
  await rent(api, guest, hourly)
  await rent(api, guest, vehicle)
  const { point } = await api.place()
  const destination = { location: 'Lighthouse Road 1', point: { lat: point.lat + 0.01, lng: point.lng } }
  await visit({ module: 'rental', stored: { ...guest.stored(), last_destinations: JSON.stringify([destination]) } })
  await page.goto('/rental/cart')
  const cart = new TripCart(page)
  const limit = vehicle.total_vehicle_count

  await test.step('the header’s button counts the vehicles and opens the drawer', async () => {
    await expect(cart.button).toHaveAccessibleName('Trip cart, 2 vehicles')
    await expect(page.getByRole('banner').getByRole('button', { name: /^Cart,/ })).toHaveCount(0)
    await cart.open()
    await expect(cart.drawer.getByText('3 hours')).toBeVisible()
    await expect(cart.drawer.getByText('Total', { exact: true })).toBeVisible()
  })

  await test.step('there are no more than the provider has', async () => {
    const inDrawer = cart.drawer.getByRole('group', { name: vehicle.name, exact: true })
    for (let n = 1; n < limit; n++) {
      await inDrawer.getByRole('button', { name: /^One more/ }).click()
      await expect(inDrawer.getByRole('status')).toHaveText(String(n + 1).padStart(2, '0'))
    }
    await inDrawer.getByRole('button', { name: /^One more/ }).click()
    await expect(page.getByText(`You can't add more than ${limit} quantities of this vehicle.`)).toBeVisible()
    await expect(cart.button).toHaveAccessibleName(`Trip cart, ${limit + 1} vehicles`)
  })

  await test.step('a change of the duration is one of the whole trip', async () => {
    await cart.drawer.getByRole('button', { name: 'Edit' }).click()
    const form = cart.dialog('Edit trip details')
    await form.getByLabel('Hours').fill('5')
    await form.getByRole('button', { name: 'Update trip' }).click()
    await expect(form).toBeHidden()
    await expect(cart.drawer.getByText('5 hours')).toBeVisible()
    await expect(page.getByText('Your trip has been updated.')).toBeVisible()
  })

  await test.step('Proceed opens the page', async () => {
    await cart.proceed.click()
    await expect(page).toHaveURL('/rental/cart')
    await expect(cart.drawer).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'Your trip cart' })).toBeVisible()
  })

  await test.step('vehicles that are not rented the new way are removed by ‘Remove & Continue’', async () => {
    await page.getByRole('button', { name: 'Edit' }).click()
    const form = cart.dialog('Edit trip details')
    await form.getByText('Distance wise').click()
    await form.getByRole('button', { name: 'Update trip' }).click()
    await expect(form.getByText('Please choose where the trip goes.')).toBeVisible()
    await form.getByRole('button', { name: destination.location }).click()
    await form.getByRole('button', { name: 'Update trip' }).click()
    await expect(cart.dialog('Some vehicles are not rented this way')).toContainText(hourly.name)
    await cart.answer('Some vehicles are not rented this way', 'Remove & Continue')
    await expect(cart.line(hourly.name).root).toBeHidden()
    await expect(cart.line(vehicle.name).root).toBeVisible()
    await expect(page.getByText(/^\d+\.\d{3} km$/)).toBeVisible()
  })

  await test.step('the warning, and an empty cart', async () => {
    await page.getByRole('button', { name: 'Clear cart' }).click()
    await cart.answer('Clear your trip cart?', 'Cancel')
    await expect(cart.line(vehicle.name).root).toBeVisible()
    await page.getByRole('button', { name: 'Clear cart' }).click()
    await cart.answer('Clear your trip cart?', 'Yes')
    await expect(page.getByRole('heading', { level: 1, name: 'Your trip cart is empty' })).toBeVisible()
    await expect(cart.button).toHaveAccessibleName('Trip cart, empty')
  })
})

test('RNT-13 HDR-01 the tab bar opens the trip cart, and the last removal empties it @phone', async ({ page, api, visit }) => {
  const vehicle = await anyVehicle(api)
  const guest = await Guest.create(api)
  await rent(api, guest, vehicle)
  await visit({ module: 'rental', stored: guest.stored() })
  await page.goto('/about-us')
  const cart = new TripCart(page)
  await expect(cart.tab).toHaveAccessibleName('1 Trip cart')
  await cart.tab.click()
  await cart.drawer.getByRole('button', { name: `Remove ${vehicle.name}` }).click()
  await expect(cart.drawer.getByText('Your trip cart is empty')).toBeVisible()
  await expect(cart.tab).toHaveAccessibleName('Trip cart')
})

test('RNT-06 WISH-02 a wished vehicle is rented by the booking form, with every question', async ({ page, api, visit, log }) => {
  log.expect(refused(409))
  const customer = await Customer.signUp(api)
  const vehicle = await anyVehicle(api)
  const other = await anyVehicle(api, ({ provider }) => provider.id !== vehicle.provider.id)
  const send = <T>(method: string, path: string, body?: object) => api.send<T>(method, path, body, 'rental', customer.token)
  await send('POST', `/wishlist?vehicle_id=${vehicle.id}`)
  await send('POST', `/wishlist?vehicle_id=${other.id}`)
  await visit({ module: 'rental', stored: customer.stored() })
  await page.goto('/rental/cart')
  const cart = new TripCart(page)
  const wishlist = new Wishlist(page)
  const trip = () => send<TripCartView>('GET', '/rental/cart')
  expect((await send<WishlistOutputBody>('GET', '/wishlist')).vehicles).toHaveLength(2)

  await test.step('an empty cart takes it', async () => {
    await expect(cart.button).toBeVisible()
    await wishlist.open()
    await page.getByRole('button', { name: `Rent ${vehicle.name}` }).click()
    const form = cart.dialog(`Rent ${vehicle.name}`)
    await form.getByLabel('Hours').fill('2')
    await form.getByRole('button', { name: 'Rent This Car' }).dblclick()
    await expect(page.getByText(added).first()).toBeVisible()
    await expect(form).toBeHidden()
    expect((await trip()).quantity).toBe(1)
    await expect(cart.button).toHaveAccessibleName('Trip cart, 1 vehicle')
  })

  await test.step('another duration asks first', async () => {
    await page.getByRole('button', { name: `Rent ${vehicle.name}` }).click()
    const form = cart.dialog(`Rent ${vehicle.name}`)
    await expect(form.getByLabel('Hours')).toHaveValue('2')
    await form.getByLabel('Hours').fill('6')
    await form.getByRole('button', { name: 'Rent This Car' }).click()
    await expect(cart.dialog('Change trip duration?')).toContainText('rented for 6 hours')
    await cart.answer('Change trip duration?', 'Yes')
    await expect.poll(async () => (await trip()).user_data?.estimated_hours).toBe(6)
    expect((await trip()).quantity).toBe(2)
  })

  await test.step('another provider asks first: Cancel keeps the cart, Yes replaces it', async () => {
    const book = async () => {
      await page.getByRole('button', { name: `Rent ${other.name}` }).click()
      await cart.dialog(`Rent ${other.name}`).getByRole('button', { name: 'Rent This Car' }).click()
      await expect(cart.dialog('Reset cart?')).toBeVisible()
    }
    await book()
    await cart.answer('Reset cart?', 'Cancel')
    expect((await trip()).quantity).toBe(2)
    await book()
    await cart.answer('Reset cart?', 'Yes')
    await expect.poll(async () => (await trip()).carts.map((line) => line.vehicle.id)).toEqual([other.id])
  })
})

test('RNT-06 RNT-07 a search asks before its duration changes the trip', async ({ page, api, visit, log }) => {
  log.expect(refused(409))
  const vehicle = await anyVehicle(api)
  const guest = await Guest.create(api)
  await rent(api, guest, vehicle)
  await visit({ module: 'rental', stored: guest.stored() })
  await page.goto(`/rental/vehicle-details/${vehicle.slug}?from=from_search&trip_type=hourly&hours=6`)
  const cart = new TripCart(page)

  await test.step('when a vehicle is added', async () => {
    await expect(cart.button).toHaveAccessibleName('Trip cart, 1 vehicle')
    await page.getByRole('button', { name: /^Rent/ }).first().click()
    await expect(cart.dialog('Change trip duration?')).toContainText('rented for 6 hours')
    await cart.answer('Change trip duration?', 'Yes')
    await expect(page.getByText(added).first()).toBeVisible()
    await expect(cart.button).toHaveAccessibleName('Trip cart, 2 vehicles')
  })

  await test.step('and by a minus on the page of another search', async () => {
    await page.goto('/rental/vehicle-search?all_category=1&trip_type=hourly&hours=4')
    await cart.open()
    await cart.drawer.getByRole('button', { name: `One less ${vehicle.name}` }).click()
    await expect(cart.dialog('Change trip duration?')).toContainText('rented for 4 hours')
    await cart.answer('Change trip duration?', 'Yes')
    await expect(cart.drawer.getByText('4 hours')).toBeVisible()
    await expect(cart.button).toHaveAccessibleName('Trip cart, 1 vehicle')
  })
})

test('C1 two trip carts are asked about at the sign-in', async ({ page, api, visit }) => {
  const customer = await Customer.signUp(api)
  const vehicle = await anyVehicle(api)
  const other = await anyVehicle(api, ({ provider }) => provider.id !== vehicle.provider.id)
  await api.send('POST', '/rental/cart', { vehicle_id: other.id, quantity: 1, rental_type: 'hourly' }, 'rental', customer.token)
  const guest = await Guest.create(api)
  await rent(api, guest, vehicle)
  await visit({ module: 'rental', stored: guest.stored() })
  await page.goto('/about-us')
  const forms = new SignInForms(page)
  await forms.open()
  await forms.signIn(customer.email, customer.password)
  const question = page.getByRole('dialog', { name: 'Which cart do you want to keep?' })
  await expect(question).toContainText(`1 vehicle from ${vehicle.provider.name}`)
  await expect(question).toContainText(`1 vehicle from ${other.provider.name}`)
  await question.getByRole('button', { name: 'Keep this cart' }).click()
  await expect(question).toBeHidden()
  const cart = new TripCart(page)
  await cart.open()
  await expect(cart.drawer.getByText(vehicle.name, { exact: true })).toBeVisible()
})

test('RNT-11 CART-06 a guest books the trip of their cart', async ({ page, api, visit }) => {
  const vehicle = await anyVehicle(api)
  const guest = await Guest.create(api)
  await rent(api, guest, vehicle)
  await giveLicence(api, { guestId: guest.id })
  await visit({ module: 'rental', stored: guest.stored() })
  await page.goto('/rental/cart')
  await page.getByRole('button', { name: 'Go to checkout' }).click()
  const question = page.getByRole('dialog', { name: 'Do you want to login or continue as a guest?' })
  await expect(question).toContainText('saves the history of your trips')
  await question.getByRole('button', { name: 'Guest' }).click()
  await expect(page).toHaveURL('/rental/checkout')
  await expect(page.getByText('3 hours')).toBeVisible()
  await page.getByLabel('Contact name').fill('Asha Rao')
  await page.getByLabel('Phone', { exact: true }).fill('+12025550123')
  await page.getByRole('button', { name: /^Place trip/ }).click()
  await expect(page).toHaveURL(/\/trip\/\d+$/)
  await expect(page.getByRole('main')).toContainText(vehicle.name)
  await expect(new TripCart(page).button).toHaveAccessibleName('Trip cart, empty')
})
