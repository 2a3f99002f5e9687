import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, testInOneTab as test } from '../fixtures.ts'
import { Guest } from '../guest.ts'
import { asha, Checkout } from '../pages/checkout.ts'
import { TownAPI } from '../town-api.ts'
import { editTown } from '../town.ts'
import type { ItemView } from '../../web/src/lib/api/types.gen.ts'

test.use({ maps: false })

test('ORD-04 TRAP_C3 an order again: as it was, then with a line that is gone and a price that rose', async ({
  page,
  api,
  visit,
  town,
}) => {
  test.setTimeout(300_000)
  const guest = await Guest.create(api)
  const { item: dish, store } = await api.simple((item) => item.price >= 2)
  const { item: other } = await api.simple((item, { id }) => id === store.id && item.id !== dish.id)
  await guest.add(dish, Math.ceil(store.minimum_order / dish.price) + 1)
  await guest.add(other)
  await visit({ module: 'food', stored: guest.stored() })
  const checkout = new Checkout(page)
  const again = page.getByRole('main').getByRole('button', { name: /^Order again: order \d+$/ })

  await test.step('orders two things, and waits for them', async () => {
    await page.goto('/checkout?page=cart')
    await checkout.introduce(asha)
    await checkout.place.click()
    await expect(page).toHaveURL(/\/order\/\d+/)
    await expect(again).toBeVisible({ timeout: 90_000 })
  })
  const order = page.url()

  await test.step('as it was: the cart is filled without a question', async () => {
    await again.click()
    await expect(page).toHaveURL(new RegExp(`/store/${store.slug}`))
    await expect(page.getByRole('button', { name: /^Cart, \d+ items$/ }).first()).toBeVisible()
    await api.send('DELETE', `/cart?guest_id=${guest.id}`, undefined)
  })

  const change = (edit: (item: StoredItem) => StoredItem) =>
    editTown(town, filesOfItems, async (folder) => {
      const file = join(folder, 'items.jsonl')
      const lines = (await readFile(file, 'utf8')).trim().split('\n')
      const edited = lines.map((line) => edit(JSON.parse(line) as StoredItem))
      await writeFile(file, edited.map((each) => JSON.stringify(each)).join('\n'))
    })

  await test.step('the owner raises one price and takes the other off the menu', async () => {
    await change((each) => {
      if (each.slug === dish.slug) return { ...each, price: Number(each.price) + 1 }
      return each.slug === other.slug ? { ...each, active: false } : each
    })
    const price = async () => (await new TownAPI(town.url).get<ItemView>(`/items/${dish.id}`)).price
    await expect.poll(price).toBe(dish.price + 1)
  })

  await test.step('says which price rose and what is gone, before anything is in the cart', async () => {
    await page.goto(order)
    await again.click()
    const dialog = page.getByRole('dialog', { name: 'Some things have changed' })
    await expect(dialog.getByRole('listitem').filter({ hasText: dish.name })).toContainText('The price has gone up')
    await expect(dialog.getByRole('listitem').filter({ hasText: other.name })).toContainText('No longer sold')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    expect(await api.send('GET', `/cart?guest_id=${guest.id}`, undefined)).toEqual([])
    await again.click()
    await dialog.getByRole('button', { name: 'Add to cart' }).click()
    await expect(page).toHaveURL(new RegExp(`/store/${store.slug}`))
    const lines = await api.send<{ item: ItemView }[]>('GET', `/cart?guest_id=${guest.id}`, undefined)
    expect(lines.map(({ item }) => item.id)).toEqual([dish.id])
  })

  await test.step('and all is as before for the next test', async () => {
    await change((each) => {
      if (each.slug === dish.slug) return { ...each, price: Number(each.price) - 1 }
      return each.slug === other.slug ? { ...each, active: true } : each
    })
  })
})

type StoredItem = { slug: string; price: number; active?: boolean }

/** What the records of items refer to. */
const filesOfItems = ['town.json', 'modules.jsonl', 'zones.jsonl', 'categories.jsonl', 'stores.jsonl', 'items.jsonl']
