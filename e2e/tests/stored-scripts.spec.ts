import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, testInOneTab as test } from '../fixtures.ts'
import { Customer, newPerson } from '../customer.ts'
import { buy } from '../guest.ts'
import { tab } from '../screen.ts'
import { applyAsRider } from '../screens-joining.ts'
import { StorePage } from '../pages/store-page.ts'
import { addRider, addVendor, admin, Staff } from '../staff.ts'
import { editTown } from '../town.ts'
import type { TownAPI } from '../town-api.ts'

// Only people deliver and reply here.
test.use({ crew: 'off', maps: false })

/** Would run in a page that takes a text for a part of itself; the console would complain, too. */
const hostile = `"><img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>`
/** The same for short fields. */
const short = '<img src=x onerror=hack()>'

/** A customer whose every text is hostile, with an order on its way, one delivered and reviewed, and a conversation. */
async function attack(api: TownAPI) {
  const customer = await Customer.signUp(api, { ...newPerson(), name: short })
  const { item, store } = await api.simple((_, { reviews_enabled }) => reviews_enabled)
  const quantity = Math.ceil(store.minimum_order / item.price) + 1
  const order = async () => (await buy(api, { token: customer.token }, item, quantity, { words: short })).order.id
  const [id, waiting] = [await order(), await order()]
  const vendor = await Staff.signIn(api, await addVendor(api, store))
  await vendor.move(id, 'confirmed', 'processing', 'handover')
  const owner = await Staff.signIn(api, admin)
  const rider = await Staff.signIn(api, await addRider(api, (await owner.find(id)).store.zone_id))
  await rider.accept(id)
  await rider.move(id, 'picked_up', 'delivered')
  await customer.send('POST', `/orders/${id}/reviews`, { items: [{ item_id: item.id, rating: 4, comment: hostile }] })
  await customer.send('POST', `/orders/${id}/refund`, { reason: 'missing', note: hostile })
  await customer.saveAddress({ address: short, contact_person_name: short })
  const { id: conversation } = await customer.send<{ id: number }>('POST', '/conversations', { with: 'store', store_id: store.id })
  await customer.send('POST', `/conversations/${conversation}/messages`, { client_id: crypto.randomUUID(), text: hostile })
  await api.send('POST', `/vendor/conversations/${conversation}/messages`, { client_id: crypto.randomUUID(), text: hostile }, undefined, vendor.token)
  await applyAsRider(api, `${crypto.randomUUID()}@rides.example`, { name: short, vehicle: short })
  return { customer, vendor, owner, store, item, id, waiting, conversation }
}

/** The text is there to be read, and nothing of it is a part of the page. */
async function expectText(page: Page) {
  await expect(page.locator('body')).toContainText('<img src=x onerror=')
  await expect(page.locator('img[src="x"]')).toHaveCount(0)
  await expect(page).not.toHaveTitle('hacked')
}

/** Opens a tab of the desk. What the one before it showed is gone then. */
async function openTab(page: Page, key: string) {
  await tab(page, key).click()
  await expect(tab(page, key)).toHaveAttribute('aria-selected', 'true')
}

test('CHAT-01 ITEM-12 REG-01 what somebody has written runs in nobody else’s browser', async ({ page, api, visit }) => {
  const { customer, vendor, owner, store, id, waiting, conversation } = await attack(api)

  await visit({ module: 'food' })
  const shop = new StorePage(page)
  await shop.open(store)
  await shop.openReviews()
  await expectText(page)

  await visit({ stored: vendor.stored() })
  await page.goto('/desk')
  for (const key of ['open', 'past', 'reviews', 'messages']) {
    await openTab(page, key)
    if (key === 'messages') await page.getByRole('navigation', { name: 'Conversations' }).getByRole('button').first().click()
    await expectText(page)
  }

  await visit({ stored: owner.stored() })
  await page.goto('/desk')
  for (const key of ['open', 'refund', 'reviews', 'applications']) {
    await openTab(page, key)
    await expectText(page)
  }

  await visit({ module: 'food', stored: customer.stored() })
  for (const path of [`/order/${id}`, `/order/${waiting}`, '/profile?page=profile-settings', `/profile?page=inbox&conversation=${conversation}`]) {
    await page.goto(path)
    await expectText(page)
  }
})

/** What translations are of, without reviews and pictures, which take long to import. */
const translated = ['town.json', ...'modules zones categories stores items campaigns flash_sales coupons banners pages providers vehicles parcel_categories parcel_instructions translations'.split(' ').map((name) => `${name}.jsonl`)]

/** Makes every text of a translation hostile. */
function attackTranslation(line: string) {
  const { kind, of, language, words, ...texts } = JSON.parse(line) as Record<string, string> & { words?: object[] }
  const attacked = Object.fromEntries(Object.keys(texts).map((name) => [name, hostile]))
  return JSON.stringify({ kind, of, language, ...attacked, ...(words && { words: words.map((word) => ({ ...word, text: short })) }) })
}

test('I18N-01 what a translation says runs nowhere', async ({ page, api, town, visit }) => {
  const { item, store } = await api.dish()
  await editTown(town, translated, async (folder) => {
    const file = `${folder}/translations.jsonl`
    const lines = (await readFile(file, 'utf8')).trim().split('\n')
    await writeFile(file, lines.map(attackTranslation).join('\n'))
  })
  await visit({ module: 'food', language: 'ar' })
  await expect(async () => { // what is shown may be two seconds old
    await page.goto('/')
    await expect(page.locator('body')).toContainText('<img src=x onerror=', { timeout: 2_000 })
  }).toPass()
  await expectText(page)
  // The home has categories and campaigns, too.
  for (const path of ['/home', '/about-us', `/store/${store.slug}?item=${item.slug}`, `/product/${item.slug}`]) {
    await page.goto(path)
    await expectText(page)
  }
})
