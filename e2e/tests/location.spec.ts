import type { LookupZoneOutputBody } from '../../web/src/lib/api/types.gen.ts'
import { expect, testInOneTab as test } from '../fixtures.ts'
import { Landing } from '../pages/landing.ts'

/** Open sea, far from every zone. */
const sea = { latitude: 10, longitude: 40 }

test('LOC-01 LOC-02 LOC-05 LOC-07 LOC-08 a place that is typed, then a module', async ({ page, api }) => {
  const landing = new Landing(page)
  await landing.open()
  await test.step('the keyboard goes through what is suggested, and an unknown place shows a message', async () => {
    await landing.address.pressSequentially('market')
    await expect(landing.suggestions.first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(landing.suggestions.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(landing.suggestions).toHaveCount(0)
    await landing.address.fill('qqzzxx')
    await expect(page.getByText('No place found. Try another spelling, or pick it on the map.')).toBeVisible()
    await landing.address.fill('')
  })
  await landing.typePlace('Night mar')

  await expect(landing.modules).toBeVisible()
  await expect(landing.modules.getByText('A module must be selected to continue.')).toBeVisible()
  const stored = await page.evaluate(() => ({ ...localStorage }))
  expect(stored['location']).toContain('Night Market')
  const { lat, lng } = JSON.parse(stored['currentLatLng']!)
  const { zone_id, zone_ids } = await api.get<LookupZoneOutputBody>(`/zones/lookup?lat=${lat}&lng=${lng}`)
  expect(JSON.parse(stored['zoneid']!)).toBe(zone_id)
  expect(JSON.parse(stored['zone_ids'] ?? `[${zone_id}]`)).toEqual(zone_ids)

  const food = await api.module('food')
  await landing.chooseModule(food.module_name)
  await expect(page).toHaveURL('/home')
  await expect(page.getByText('A Module has been selected.')).toBeVisible()
  expect(JSON.parse(await page.evaluate(() => localStorage.getItem('module')!)).id).toBe(food.id)
})

test('LOC-01 LOC-04 MAP-01 a place on the map: picked before it loaded, zoomed, moved, and only inside a zone', async ({ page }) => {
  const landing = new Landing(page)
  let come = () => {}
  const mapComes = new Promise<void>((resolve) => (come = resolve))
  await page.route('**/assets/town-map-*.js', async (route) => {
    await mapComes
    await route.continue()
  })
  await landing.open()
  const picker = await landing.openMap()
  await test.step('the map starts at a place that was picked before it loaded', async () => {
    await picker.find('Night Market')
    come()
    await expect(picker.status()).toContainText('Clove Street')
    await expect(picker.use).toBeEnabled()
  })

  const before = await picker.status().innerText()
  const out = picker.dialog.getByRole('button', { name: 'Zoom out' })
  for (let press = 0; press < 4; press++) await out.click()
  await picker.map.focus()
  await expect(async () => {
    await page.keyboard.press('ArrowUp')
    await expect(picker.status()).not.toHaveText(before, { timeout: 500 })
  }).toPass()
  await test.step('out at sea nothing can be used', async () => {
    await expect(async () => {
      await page.keyboard.press('ArrowUp')
      await expect(picker.status()).toContainText('We do not deliver here yet.', { timeout: 500 })
    }).toPass()
    await expect(picker.use).toBeDisabled()
  })

  // The search leads back to the place that it has found before.
  await picker.find('Night Market')
  await expect(picker.status()).toContainText('Clove Street')
  await picker.use.click()
  await expect(landing.modules).toBeVisible()
})

test('LOC-01 LOC-03 the position of the device: refused, outside every zone, and used', async ({ page, context, api }) => {
  const landing = new Landing(page)
  await landing.open()
  await landing.useCurrentLocation()
  await expect(page.getByRole('alert')).toBeVisible()

  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(sea)
  await landing.useCurrentLocation()
  await expect(page.getByRole('alert').filter({ hasText: 'not deliver' })).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('zoneid'))).toBeNull()

  const { point } = await api.place()
  await context.setGeolocation({ latitude: point.lat, longitude: point.lng })
  await landing.useCurrentLocation()
  await expect(landing.modules).toBeVisible()
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('currentLatLng')!))
  expect(stored.lat).toBeCloseTo(point.lat, 4)
  expect(stored.lng).toBeCloseTo(point.lng, 4)
})
