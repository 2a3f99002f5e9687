import { expect, test } from '../fixtures.ts'

test('HDR-02 D16 up to 1180 px the header is compact, from 1181 there is the top bar @once', async ({ page, visit }) => {
  await visit()
  await page.goto('/home')
  const topBar = page.getByRole('region', { name: 'Place, contact and settings' })
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' })
  await page.setViewportSize({ width: 1180, height: 800 })
  await expect(menu).toBeVisible()
  await expect(topBar).toBeHidden()
  await page.setViewportSize({ width: 1181, height: 800 })
  await expect(topBar).toBeVisible()
  await expect(menu).toBeHidden()
})

test('HDR-05 the menu leads on and closes', async ({ page, visit }, { project }) => {
  test.skip(project.name === 'desktop', 'it is the phone’s and the tablet’s')
  await visit()
  await page.goto('/home')
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'View all' }).first()).toBeVisible()
  const latest = menu.locator('section').first().getByRole('listitem')
  expect(await latest.count()).toBeLessThanOrEqual(11)
  await menu.getByRole('link', { name: 'Categories' }).click()
  await expect(page).toHaveURL('/categories')
  await expect(menu).toBeHidden()
})

test('I18N-02 the theme follows the system at first, and is remembered @once', async ({ page, visit }) => {
  await visit()
  const scheme = () => page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/home')
  await expect.poll(scheme).toBe('dark')
  await page.getByRole('button', { name: 'Change between light and dark' }).click()
  await expect.poll(scheme).toBe('light')
  await page.reload()
  await expect.poll(scheme).toBe('light')
})

test('I18N-01 the language menu offers what there is @once', async ({ page, visit }) => {
  await visit()
  await page.goto('/home')
  await page.getByRole('button', { name: 'Language: English' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['English'])
})

test('HDR-06 LOC-02 the footer knows the shop, and the logo knows the place', async ({ page, shelf, visit }) => {
  await visit()
  const { email, business_name: name } = await shelf.config()
  await page.goto('/about-us')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: email })).toBeVisible()
  for (const policy of ['Refund policy', 'Cancellation policy', 'Shipping policy']) {
    await expect(footer.getByRole('link', { name: policy })).toBeVisible()
  }
  await footer.getByRole('textbox').fill('nobody')
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Please insert a valid email.')).toBeVisible()
  const logo = page.getByRole('banner').getByRole('link', { name })
  if (await logo.isVisible()) {
    await logo.click()
    await expect(page).toHaveURL('/home')
  }
})
