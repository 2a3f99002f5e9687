import { expect, testInOneTab as test } from '../fixtures.ts'
import { asha } from '../pages/checkout.ts'
import type { TownAPI } from '../town-api.ts'

test.use({ maps: false })

/** An English word among Arabic ones is a text that nobody translated. */
const english = /\b(?:add|cart|checkout|delivery|open|order|pay|phone|search|store|total|your)\b/i

/** What the town says of something in Arabic. */
async function inArabic(api: TownAPI, path: string): Promise<{ name: string }> {
  const answer = await fetch(`${api.url}/api/v1${path}`, { headers: { 'X-localization': 'ar' } })
  return (await answer.json()) as { name: string }
}

test('I18N-01 D31 an Arabic shopper finds a dish, orders it and sees the order', async ({ page, api, visit }) => {
  const { item, store } = await api.simple((_item, { minimum_order }) => minimum_order <= 30)
  const { name: dish } = await inArabic(api, `/items/${item.slug}`)
  const { name: shop } = await inArabic(api, `/stores/${store.slug}`)
  await visit({ language: 'ar' })
  const main = page.getByRole('main')

  await test.step('finds the store', async () => {
    await page.goto('/home')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(main.getByRole('heading', { name: 'ماذا تشتهي اليوم؟' })).toBeVisible()
    await expect(main).toContainText(/[\u0600-\u06ff]/)
    expect((await main.innerText()).match(english)).toBeNull()
    await page.goto(`/store/${store.slug}`)
    await expect(page).toHaveTitle(new RegExp(shop))
  })

  await test.step('fills the cart', async () => {
    await page.getByRole('searchbox', { name: 'البحث في هذا المتجر' }).or(page.getByPlaceholder('البحث في هذا المتجر')).first().fill(dish)
    await expect(main.getByRole('heading', { name: 'ما عُثر عليه في هذا المتجر' })).toBeVisible()
    await main.getByRole('button', { name: `إضافة ${dish} إلى السلة` }).first().click()
    await expect(page.getByText('تمت إضافة الصنف إلى السلة')).toBeVisible()
    const more = main.getByRole('button', { name: `زيادة ${dish} بمقدار واحد` }).first()
    for (let sum = item.sale_price; sum < store.minimum_order; sum += item.sale_price) await more.click()
    await page.getByRole('button', { name: /^السلة،/ }).first().click()
    const drawer = page.getByRole('dialog', { name: 'سلة التسوق' })
    await expect(drawer).toContainText(dish)
    await drawer.getByRole('button', { name: 'إتمام الطلب' }).click()
    await page.getByRole('button', { name: 'زائر' }).click()
  })

  await test.step('orders', async () => {
    await expect(page).toHaveURL(/\/checkout/)
    const name = main.getByLabel('اسم جهة التواصل')
    await name.fill(asha.name)
    await expect(name).toHaveCSS('unicode-bidi', 'plaintext') // it reads in its own direction
    await main.getByLabel('الهاتف').fill(asha.phone)
    await main.getByRole('button', { name: /^تأكيد الطلب/ }).click()
    await expect(page).toHaveURL(/\/order\/\d+/)
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(/[\u0600-\u06ff]/)
    await expect(main).toContainText('الإجمالي')
    expect((await main.innerText()).replaceAll(store.name, '').replaceAll(item.name, '').match(english)).toBeNull() // what was sold is named as the shop reads it
  })
})
