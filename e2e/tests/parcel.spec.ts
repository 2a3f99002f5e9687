import { choose } from '../choose.ts'
import { expect, testInOneTab as test } from '../fixtures.ts'
import { amountIn } from '../pages/money.ts'
import { destinations, parcelCategories } from '../parcel.ts'
import { addRider, Staff } from '../staff.ts'

test.use({ crew: 'off', maps: false })

test('PCL-01 PCL-02 TRAP_R2 TRAP_D33 HDR-01 a guest sends a parcel, whose receiver follows it to the door @phone', async ({
  page,
  context,
  api,
  visit,
  log,
}) => {
  log.expect(/ERR_FAILED/)
  const last = (await destinations(api)).slice(0, 5)
  const to = last[1]!
  const category = (await parcelCategories(api)).find(({ further_charge }) => further_charge > 0)!
  await visit({ module: 'parcel', stored: { last_destinations: JSON.stringify(last) } })
  const main = page.getByRole('main')
  const row = (code: string) => main.locator(`dl > [data-code=${code}]`)
  const send = main.getByRole('button', { name: /^Send parcel/ })

  await test.step('the home shows what can be sent, and the frame has a contact in the cart’s place', async () => {
    await page.goto('/home')
    await expect(page).toHaveTitle(/^Send a parcel/)
    await expect(page.getByRole('link', { name: 'Contact', exact: true }).filter({ visible: true }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Cart|Wishlist)/ })).toHaveCount(0)
    await main.getByRole('link', { name: category.name, exact: true }).click()
    await expect(page).toHaveURL(`/parcel/send?category=${category.id}`)
  })

  await test.step('the last five destinations are offered, and with one the price is known', async () => {
    await expect(main.getByText('You see the price as soon as this is known:')).toBeVisible()
    await main.getByRole('combobox', { name: 'Bring to' }).click()
    await expect(main.getByRole('listbox', { name: 'Last destinations' }).getByRole('option')).toHaveText(last.map(({ location }) => location))
    await main.getByRole('option', { name: to.location, exact: true }).click()
    await expect(row('parcel_base')).toBeVisible()
    await expect(row('parcel_distance')).toBeVisible()
  })

  await test.step('another package is priced again, also after the price could not be fetched', async () => {
    const before = amountIn(await row('total').innerText())
    await page.route('**/checkout/quote', (route) => route.abort(), { times: 2 })
    await main.getByRole('button', { name: 'One more package' }).click()
    await expect(main.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(send).toBeDisabled()
    await main.getByRole('button', { name: 'Try again' }).click()
    await expect(row('parcel_further')).toBeVisible()
    expect(amountIn(await row('total').innerText())).toBeGreaterThan(before)
  })

  await test.step('what was chosen survives a reload', async () => {
    await choose(main.getByRole('radio', { name: /^The receiver/ }))
    await expect(main.getByRole('radiogroup', { name: 'Payment' })).toHaveCount(0)
    await choose(main.getByRole('checkbox', { name: /^Fragile/ }))
    await page.reload()
    await expect(row('parcel_further')).toBeVisible()
    await expect(main.getByRole('combobox', { name: 'Bring to' })).toHaveValue(to.location)
    await expect(main.getByRole('radio', { name: /^The receiver/ })).toBeChecked()
  })

  await test.step('what is missing stands at its field, and then it is placed once', async () => {
    const sender = main.getByRole('region', { name: 'Sender' })
    const receiver = main.getByRole('region', { name: 'Receiver' })
    await expect(send).toBeEnabled()
    await send.click()
    await expect(sender.getByLabel('Contact name')).toBeFocused()
    await expect(receiver.getByText('Phone Number is required')).toBeVisible()
    for (const [at, name, phone] of [
      [sender, 'Asha Rao', '+12025550123'],
      [receiver, 'Ben Okri', '+12025550177'],
    ] as const) {
      await at.getByLabel('Contact name').fill(name)
      await at.getByLabel('Phone').fill(phone)
    }
    // An answer that is lost is asked for again, with the same key.
    await page.route('**/api/v1/orders', (route) => route.abort(), { times: 1 })
    await send.click()
    await expect(page).toHaveURL(/\/order\/\d+$/)
    await expect(main.getByRole('heading', { level: 1, name: 'Waiting for a rider' })).toBeVisible()
    await expect(main.getByRole('region', { name: 'Your parcel' }).getByText('Ben Okri')).toBeVisible()
  })

  const id = Number(/\/order\/(\d+)/.exec(page.url())?.[1])
  const total = amountIn(await main.getByRole('region', { name: 'Your parcel' }).locator('[data-code=total]').innerText())
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await main.getByRole('region', { name: 'Let the receiver follow it' }).getByRole('button', { name: 'Copy' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const { location, zoneIds } = await api.place()

  await test.step('the receiver sees it come and what to pay, and not where it comes from', async () => {
    // The receiver has nothing but the link.
    await page.evaluate(() => localStorage.clear())
    await context.clearCookies()
    await page.goto(link)
    const rider = await Staff.signIn(api, await addRider(api, zoneIds[0]!))
    await expect(main.getByRole('heading', { level: 1, name: 'Waiting for a rider' })).toBeVisible()
    expect(amountIn(await main.getByText(/^Please have/).innerText())).toBe(total)
    await rider.accept(id)
    await expect(main.getByRole('heading', { level: 1, name: 'A rider comes to pick it up' })).toBeVisible()
    await expect(main.getByText(location)).toHaveCount(0)
    await rider.move(id, 'picked_up')
    await expect(main.getByRole('heading', { level: 1, name: 'On the way' })).toBeVisible()
    await rider.move(id, 'delivered')
    await expect(main.getByRole('heading', { level: 1, name: 'Delivered' })).toBeVisible()
    await expect(main.getByText(/^Please have/)).toHaveCount(0)
  })
})
