import { expect, testInOneTab as test } from '../fixtures.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { photo } from '../picture.ts'
import { admin } from '../staff.ts'

// The zones are chosen in a list here; the map with its pin is one of every screen's checks.
test.use({ maps: false })

const image = { name: 'image.png', mimeType: 'image/png', buffer: photo }

test('REG-01 PERM-03 a store applies, an admin approves it, and its vendor opens it', async ({ page, log }) => {
  log.expect(/ERR_FAILED/)
  const email = `olga-${Date.now()}@olive.example`
  const password = 'copper-pan-78'
  const main = page.getByRole('main')
  const next = () => main.getByRole('button', { name: 'Next' }).click()
  const name = `Olive Thyme ${Date.now()}`

  await page.goto('/store-registration?active=active')
  await main.getByLabel('Store name').fill(name)
  await main.getByLabel('What do you sell?').selectOption({ label: 'Food' })
  await main.getByLabel('Phone of the store').fill('2025550177')
  await next()
  await main.getByLabel('Zone', { exact: true }).selectOption({ index: 1 })
  await main.getByLabel('Address').fill('4 Quay')
  await page.reload()
  await expect(main.getByLabel('Address'), 'the draft survives a reload').toHaveValue('4 Quay')
  await next()
  for (const field of ['logo', 'cover', 'document_1']) await main.locator(`input[name=${field}]`).setInputFiles(image)
  await next()
  await main.getByText('Stall', { exact: true }).click()
  await next()
  await main.getByLabel('Name', { exact: true }).fill('Olga Thyme')
  await main.getByLabel('Phone', { exact: true }).fill('2025550178')
  await main.getByLabel('Email', { exact: true }).fill(email)
  await main.getByLabel('Password for the desk').fill(password)
  await main.getByLabel('Confirm password').fill(password)
  await next()
  await page.route('**/vendors/register', (route) => route.abort(), { times: 1 })
  await main.getByRole('button', { name: 'Send the application' }).click()
  await expect(main.getByRole('alert')).toContainText('No connection.')
  await main.getByRole('button', { name: 'Send the application' }).click()
  await expect(main.getByRole('heading', { name: 'Thank you! We are looking at your application.' })).toBeVisible()
  const status = page.url()

  const desk = new DeskPage(page)
  await desk.signIn(admin)
  await desk.main.getByRole('tab', { name: /^Applications/ }).click()
  const application = desk.main.getByRole('listitem', { name })
  await application.getByRole('button', { name: 'Approve' }).click()
  await expect(application).toContainText('This makes the store')
  await application.getByRole('button', { name: 'Approve' }).click()
  await expect(application).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign out' }).click()

  await page.goto(status)
  await main.getByRole('link', { name: 'See your store' }).click()
  await expect(main.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(main.getByText(/Closed/).first()).toBeVisible()

  await desk.signIn({ email, password })
  await desk.main.getByRole('tab', { name: 'Opening hours' }).click()
  await desk.main.getByLabel('Open day and night').check()
  await desk.main.getByRole('button', { name: 'Save the hours' }).click()
  await expect(desk.main.getByText('Your store is open')).toBeVisible()
})
