import { expect, testInOneTab as test, type Page } from '../fixtures.ts'
import { Home } from '../pages/home.ts'

test.use({ maps: false })

test('HDR-01 HDR-02 LOC-09 D16 at every width there are a logo, links to home, tracking and sign-in, and the bar of modules; up to 1180 px the header is compact', async ({
  page,
  api,
  visit,
}) => {
  await visit()
  await page.goto('/home')
  const { business_name: name } = await api.config()
  const header = page.getByRole('banner')
  const menu = header.getByRole('button', { name: 'Menu' })
  const topBar = page.getByRole('region', { name: 'Place, contact and settings' })
  const links = [
    header.getByRole('link', { name: 'Home' }),
    header.getByRole('link', { name: 'Track order' }),
    header.getByRole('button', { name: 'Sign In' }),
  ]
  for (const width of [390, 768, 1180, 1181, 1439, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(header.getByRole('link', { name }), `the logo at ${width}`).toBeInViewport()
    for (const link of links) await expect(link, `${String(link)} at ${width}`).toBeVisible({ visible: width >= 768 })
    await expect(menu, `the menu at ${width}`).toBeVisible({ visible: width <= 1180 })
    await expect(topBar, `the top bar at ${width}`).toBeVisible({ visible: width > 1180 })
    await expect(page.getByRole('navigation', { name: 'Modules' }), `the bar at ${width}`).toBeVisible({ visible: width > 1180 })
    await expect(page.getByRole('navigation', { name: 'Shortcuts' }), `the tabs at ${width}`).toBeVisible({ visible: width < 768 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `nothing sticks out at ${width}`).toBe(width)
  }

  // On a phone the mark stands without the name, whichever way the page reads.
  await page.setViewportSize({ width: 390, height: 800 })
  for (const dir of ['ltr', 'rtl']) {
    await page.evaluate((dir) => (document.documentElement.dir = dir), dir)
    const logo = header.getByRole('link', { name })
    const [around, mark] = [await logo.boundingBox(), await logo.locator('svg').boundingBox()]
    expect(mark?.x, dir).toBe(around?.x)
  }
})

test('HDR-05 the menu opens a page and closes @phone', async ({ page, visit }) => {
  await visit()
  await page.goto('/about-us')
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'View all' }).first()).toBeVisible()
  const latest = menu.locator('section').first().getByRole('listitem')
  expect(await latest.count()).toBeLessThanOrEqual(11)
  await menu.getByRole('link', { name: 'Categories' }).click()
  await expect(page).toHaveURL('/categories')
  await expect(menu).toBeHidden()
})

test('I18N-01 I18N-02 D31 the theme follows the system until one is chosen, and the language menu turns the page round', async ({ page, visit }) => {
  await visit()
  const scheme = () => page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/about-us')
  await expect.poll(scheme).toBe('dark')
  await page.getByRole('button', { name: 'Change between light and dark' }).click()
  await expect.poll(scheme).toBe('light')

  await page.getByRole('button', { name: 'Language: English' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['English', 'العربية'])
  await page.getByRole('menuitem', { name: 'العربية' }).click()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByText('تم تغيير اللغة')).toBeVisible()
  await expect(page.getByRole('button', { name: 'اللغة: العربية' })).toBeVisible()
  expect(await scheme(), 'the choice outlives the page').toBe('light')
})

/** Returns the title in the HTML that the server sends for the open address. */
async function servedTitle(page: Page) {
  const html = await (await page.request.get(page.url())).text()
  return page.evaluate((text) => new DOMParser().parseFromString(text, 'text/html').title, html)
}

test('HDR-01 HDR-06 LOC-02 BRW-04 the footer knows the shop, the logo knows the place, and the tab says which page is open, as the server would', async ({ page, api, visit }) => {
  await visit()
  const { email, business_name: shop } = await api.config()
  const { store } = await api.dish()
  const footer = page.getByRole('contentinfo')
  const home = new Home(page)

  await page.goto('/about-us')
  await expect(page).toHaveTitle(`About us · ${shop}`)
  await expect(footer.getByRole('link', { name: email })).toBeVisible()
  await expect(footer.getByRole('link', { name: 'Cancellation policy' })).toBeVisible()
  await footer.getByRole('textbox').fill('nobody')
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Please insert a valid email.')).toBeVisible()
  for (const name of ['Refund policy', 'Shipping policy']) {
    await footer.getByRole('link', { name }).click()
    await expect(page).toHaveTitle(`${name} · ${shop}`)
    expect(await servedTitle(page)).toBe(await page.title())
  }
  await page.getByRole('banner').getByRole('link', { name: shop }).click()
  await expect(page).toHaveURL('/home')
  await expect(page).toHaveTitle(shop)
  expect(await servedTitle(page)).toBe(shop)

  await home.searchFor(store.name)
  await expect(page).toHaveTitle(`Results for “${store.name}” · ${shop}`)
  await home.showStores()
  await home.link(store).click()
  await expect(page).toHaveTitle(`${store.name} · ${shop}`)
  expect(await servedTitle(page)).toBe(await page.title())
  await page.goBack()
  await expect(page).not.toHaveTitle(`${store.name} · ${shop}`)
})
