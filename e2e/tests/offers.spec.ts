import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { choose } from '../choose.ts'
import { expect, testInOneTab as test } from '../fixtures.ts'
import { Guest } from '../guest.ts'
import { asha, Checkout } from '../pages/checkout.ts'
import { amountIn } from '../pages/money.ts'
import { TownAPI } from '../town-api.ts'
import { editTown } from '../town.ts'

test('BRW-07 CHK-01 CHK-06 ITEM-02 a campaign item is ordered by itself, and the cart stays', async ({
  page,
  api,
  visit,
}) => {
  const guest = await Guest.create(api)
  const { item: other } = await api.simple()
  await guest.add(other, 2)
  const campaign = await api.itemCampaign()
  const item = campaign.item!
  const store = (await api.stores()).find(({ id }) => id === item.store_id)
  const minUnits = Math.max(1, Math.ceil((store?.minimum_order ?? 0) / item.price))
  await visit({ stored: guest.stored() })
  const main = page.getByRole('main')
  const checkout = new Checkout(page)

  await test.step('finds it among the campaigns, with its own price and the usual one', async () => {
    await page.goto('/about-us')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Campaigns' }).click()
    await expect(page.getByRole('heading', { name: 'Campaigns', level: 1 })).toBeVisible()
    await expect(main.getByRole('article').filter({ hasText: 'Kitchens with a deal' })).toBeVisible()
    await main.getByRole('link', { name: `Order Now ${item.name}`, exact: true }).click()
  })

  await test.step('orders it now', async () => {
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(campaign.title)).toBeVisible()
    const button = dialog.getByRole('button', { name: /^Order Now/ })
    for (const group of item.food_variations.filter(({ required }) => required === 'on')) {
      const values = dialog.getByRole('group', { name: group.name }).locator('input')
      for (let n = 0; n < Math.max(1, group.min); n++) await choose(values.nth(n))
    }
    for (let units = 1; units < minUnits; units++) await dialog.getByRole('button', { name: /^One more/ }).last().click()
    expect(amountIn(await button.innerText())).toBe(Math.round(item.price * 100) * minUnits)
    await button.click()
    await expect(page).toHaveURL(/\/checkout\?page=campaign/)
    await checkout.introduce(asha)
    await expect(checkout.summary).toContainText(item.name)
  })

  await test.step('and the order names the campaign', async () => {
    await checkout.place.click()
    await expect(page).toHaveURL(/\/order\/\d+/)
    await expect(main.getByText(campaign.title)).toBeVisible()
  })
  await expect(page.getByRole('button', { name: 'Cart, 2 items' })).toBeVisible()
})

test('BRW-07 TRAP_D12 TRAP_O6 a flash sale ends while somebody looks at it, without a reload', async ({
  page,
  visit,
  api,
  town,
}) => {
  const sale = await api.flashSale('grocery')
  const [reduced] = sale.items
  const usual = reduced!.flash_sale!.usual_sale_price
  expect(reduced!.sale_price).toBeLessThan(usual)
  await visit({ module: 'grocery' })
  const main = page.getByRole('main')
  const card = main.getByRole('article').filter({ hasText: reduced!.name }).first()

  // The sale ends in 45 seconds: by then the server has read the import and the page is open.
  let ends = new Date()
  await editTown(town, filesOfSales, async (folder) => {
    ends = new Date(Math.ceil(Date.now() / 1000) * 1000 + 45_000)
    const file = join(folder, 'flash_sales.jsonl')
    const lines = (await readFile(file, 'utf8')).trim().split('\n')
    const written = lines
      .map((line) => JSON.parse(line) as { slug: string })
      .map((each) => (each.slug === sale.slug ? { ...each, ends: onClock(ends, sale.time_zone) } : each))
    await writeFile(file, written.map((each) => JSON.stringify(each)).join('\n'))
  })

  // The server notices what another process has imported within seconds.
  const endsNow = async () => Date.parse((await new TownAPI(town.url).flashSale('grocery')).ends_at)
  await expect.poll(endsNow).toBe(ends.getTime())
  await page.goto(`/flash-sale/${sale.slug}`)
  await expect(main.getByText(/^Ends in 00:00:\d\d$/)).toBeVisible()
  await expect(card).toContainText(`$${reduced!.sale_price.toFixed(2)}`)
  await expect(main.getByText(/^\d+ of \d+ left$/).first()).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await expect(main.getByText('This flash sale has ended. Prices are as usual again.')).toBeVisible({
    timeout: 65_000,
  })
  expect(Date.now(), 'not before its end').toBeGreaterThan(ends.getTime() - 1000)
  await expect(main.getByText(/ left$/)).toHaveCount(0)
  await expect(card).toContainText(`$${usual.toFixed(2)}`)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

/** What the records of flash sales refer to. */
const filesOfSales = [
  'town.json',
  'modules.jsonl',
  'zones.jsonl',
  'categories.jsonl',
  'stores.jsonl',
  'items.jsonl',
  'flash_sales.jsonl',
]

/** A time as a town folder has it, on the clock of a zone. */
const onClock = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at).replace(' ', 'T')
