import { Customer } from '../customer.ts'
import { expect, testInOneTab as test } from '../fixtures.ts'
import { Guest } from '../guest.ts'
import { bookTrip } from '../screens-trip.ts'

test.use({ maps: false })

test('ORD-01 TRAP_M8 an invoice opens from the order, has its rows and fits on one page', async ({ page, api, visit, browserName }) => {
  const guest = await Guest.create(api)
  const { item, store } = await api.dish()
  const { id, token } = await guest.buy(item, Math.ceil(store.minimum_order / item.price) + 1)
  await visit({ module: 'food', stored: guest.stored() })
  await page.goto(`/order/${id}`)
  const rows = page.getByRole('main').locator('[data-code]')
  await expect(rows.first()).toBeVisible()
  const onPage = await rows.allInnerTexts()
  await page.getByRole('main').getByRole('link', { name: 'Invoice' }).click()
  await expect(page).toHaveURL(new RegExp(`/order/${id}/invoice$`))
  await expect(page.getByRole('heading', { level: 1, name: `Invoice ${id}` })).toBeVisible()
  expect(await rows.allInnerTexts()).toEqual(onPage)
  await expect(page.getByRole('row').filter({ hasText: item.name })).toBeVisible()

  await test.step('on paper there is the invoice alone, dark on light', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('contentinfo')).toBeHidden()
    const ink = await page.getByRole('heading', { level: 1 }).evaluate((title) => getComputedStyle(title).color)
    expect(ink.match(/\d+/g)!.slice(0, 3).every((part) => Number(part) < 80)).toBe(true)
    if (browserName === 'chromium') {
      const pdf = await page.pdf({ format: 'A4' })
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    }
    await page.emulateMedia({ media: null, colorScheme: null })
  })

  await test.step('by the link with the token it opens elsewhere, and without it does not', async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto(`/order/${id}/invoice#token=${token}`)
    await expect(page.getByRole('heading', { level: 1, name: `Invoice ${id}` })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/order/${id}/invoice$`))
    await page.evaluate(() => localStorage.clear())
    await page.goto(`/order/${id}/invoice`)
    await expect(page.getByText('This order is not known on this device')).toBeVisible()
  })
})

test('RNT-11 ORD-01 the invoice of a trip opens from its page, and fits on one page', async ({ page, api, visit, browserName }) => {
  const customer = await Customer.signUp(api)
  const { id, provider, lines } = await bookTrip(api, customer)
  await visit({ module: 'rental', stored: customer.stored() })
  await page.goto(`/trip/${id}`)
  const rows = page.getByRole('main').locator('[data-code]')
  await expect(rows.first()).toBeVisible()
  const onPage = await rows.allInnerTexts()
  await page.getByRole('main').getByRole('link', { name: 'Invoice' }).click()
  await expect(page).toHaveURL(new RegExp(`/trip/${id}/invoice$`))
  await expect(page.getByRole('heading', { level: 1, name: `Invoice ${id}` })).toBeVisible()
  expect(await rows.allInnerTexts()).toEqual(onPage)
  await expect(page.getByRole('article')).toContainText(provider.name)
  await expect(page.getByRole('row').filter({ hasText: lines[0]!.name })).toBeVisible()
  if (browserName === 'chromium') {
    const pdf = await page.pdf({ format: 'A4' })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  }
})
