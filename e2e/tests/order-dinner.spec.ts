import type { OrderView } from '../../web/src/lib/api/types.gen.ts'
import { expect, test, testInOneTab, type Page } from '../fixtures.ts'
import { Guest } from '../guest.ts'
import { Cart } from '../pages/cart.ts'
import { asha, Checkout } from '../pages/checkout.ts'
import { Home } from '../pages/home.ts'
import { Landing } from '../pages/landing.ts'
import { OrderPage } from '../pages/order-page.ts'
import { StorePage } from '../pages/store-page.ts'
import { TrackPage } from '../pages/track-page.ts'
import { reload } from '../reload.ts'
import type { Found, TownAPI } from '../town-api.ts'

// One journey with the map is enough; the others only pass it.
test.use({ maps: async ({}, use, { project, title }) => use(project.name === 'desktop' && title.startsWith('LOC-01')) })
testInOneTab.use({ maps: false })

/** The order as the server knows it, asked with the token that this browser keeps. */
async function stored(page: Page): Promise<OrderView> {
  const id = new OrderPage(page).id()
  const known = await page.evaluate(() => localStorage.getItem('guest_orders'))
  const { token } = JSON.parse(known ?? '[]').find((order: { id: number }) => order.id === id)
  const answer = await page.request.get(`/api/v1/orders/${id}`, { headers: { 'X-Order-Token': token } })
  return (await answer.json()) as OrderView
}

/** The headlines of an order, in their order. */
const headlinesInOrder = [
  'Waiting for the store',
  'The store has accepted your order',
  'Cooking your food',
  'Ready for delivery',
  'On the way',
  'Delivered',
]

test('LOC-01 LOC-07 BRW-04 ITEM-02 CART-03 CHK-01 CHK-02 ORD-02 TRAP_M10 TRAP_O6 dinner is ordered and arrives @postgres', async ({
  page,
  browser,
  api,
  log,
  maps,
}) => {
  const { item, store } = await api.dish((each) => each.minimum_order <= 30)
  const cart = new Cart(page)
  const checkout = new Checkout(page)
  const order = new OrderPage(page)

  await test.step('says where: by words, then on the map', async () => {
    const landing = new Landing(page)
    await landing.open()
    await landing.typePlace('Saffron Circus')
    await expect(landing.modules).toBeVisible()
    if (maps) {
      await page.keyboard.press('Escape')
      const picker = await landing.openMap()
      await expect(picker.use).toBeEnabled()
      await picker.use.click()
    }
    await landing.chooseModule('Food')
    await expect(page).toHaveURL('/home')
  })

  const shop = new StorePage(page)
  await test.step('finds the store', async () => {
    const home = new Home(page)
    await home.searchFor(store.name)
    await home.showStores()
    await home.link(store).click()
    await expect(page.getByRole('heading', { level: 1, name: store.name })).toBeVisible()
  })

  const agreed = await test.step('chooses a size, extras and how many', async () => {
    const dialog = await shop.openItem(item)
    await dialog.chooseWhatMust(item)
    await dialog.addExtra(item.add_ons[0]!)
    await dialog.root.getByLabel('Note for this dish').fill('No onions')
    const { more } = dialog.quantity(item)
    do await more.click()
    while ((await dialog.total()) < store.minimum_order * 100)
    const total = await dialog.total()
    await dialog.addButton.click()
    await expect(page.getByText('Item added to cart')).toBeVisible()
    await expect(dialog.root).toBeHidden()
    return total
  })

  await test.step('the cart says what the button said', async () => {
    await cart.open()
    expect(await cart.line(item.name).total()).toBe(agreed)
    expect(await cart.subtotal()).toBe(agreed)
    await cart.line(item.name).root.getByRole('link').click()
    await expect(shop.dialog.row('Add-ons', item.add_ons[0]!.name).getByRole('checkbox')).toBeChecked()
    await shop.dialog.root.getByLabel('Note for this dish').fill('No onions, please')
    await shop.dialog.updateButton.click()
    await expect(shop.dialog.root).toBeHidden()
    await cart.open()
    await expect(cart.lines).toHaveCount(1)
    await expect(cart.line(item.name).root).toContainText('No onions, please')
    expect(await cart.subtotal()).toBe(agreed)
    await cart.checkOutAsGuest()
    await expect(page).toHaveURL(/\/checkout/)
    await expect(checkout.summary).toContainText('No onions, please')
  })

  const paid = await test.step('checks out as a guest, in cash', async () => {
    await expect(page.getByText('No Contact Info Added')).toBeVisible()
    await checkout.introduce(asha)
    await expect(checkout.name).toHaveValue(asha.name)
    expect(await checkout.amount('Subtotal')).toBe(agreed)
    const total = await checkout.total()
    await order.noteHeadlines()
    await checkout.place.click()
    await expect(page).toHaveURL(/\/order\/\d+/)
    return total
  })

  await test.step('watches it come, without touching the page', async () => {
    expect(await order.total()).toBe(paid)
    await expect(order.receipt).toContainText('No onions, please')
    await expect(cart.button).toHaveAccessibleName('Cart, empty')
    await expect(order.headline).toHaveText('Delivered', { timeout: 60_000 })
    const seen = (await order.headlines()).filter((headline) => headlinesInOrder.includes(headline))
    expect(seen.length, `it moved through ${seen.join(', ')}`).toBeGreaterThan(2)
    expect(seen, 'never back').toEqual(headlinesInOrder.filter((each) => seen.includes(each)))
    await expect(order.history).toHaveCount(6)
  })

  await test.step('opens it on another device by the link', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByText('Link copied.')).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    const other = await browser.newContext()
    const elsewhere = new OrderPage(await other.newPage())
    await elsewhere.page.goto(link)
    await expect(elsewhere.headline).toHaveText('Delivered')
    expect(elsewhere.page.url(), 'the token is gone from the address').toBe(link.replace(/#.*/, ''))
    await other.close()
  })

  await test.step('finds it again by number and phone', async () => {
    const id = order.id()
    const track = new TrackPage(page)
    await track.open()
    await track.find(id, asha.phone)
    await expect(track.order.headline).toHaveText('Delivered')

    log.expect(/404/) // the browser logs the failed request that follows
    await track.open()
    await track.find(id, '+12025550199')
    await expect(track.form.getByText(/not|no order/i)).toBeVisible()
  })
})

test('CHK-01 CHK-02 a guest orders dinner with at most 12 taps, from the first page to the order @phone', async ({ page, api }) => {
  const taps = await countTaps(page)
  const landing = new Landing(page)
  await landing.open()
  await landing.address.tap()
  await landing.typePlace('Saffron Circus')
  await landing.chooseModule('Food')
  const home = new Home(page)
  const { item, store } = await dinnerOn(home, api)
  await home.link(store).tap()
  const dialog = await new StorePage(page).openItem(item)
  await dialog.chooseWhatMust(item)
  await dialog.addButton.click()
  await expect(dialog.root).toBeHidden()
  const bar = page.getByRole('button', { name: /^View cart/ })
  await expect(bar).toContainText(/1.*\$/)
  await bar.tap()
  await new Cart(page).checkOutAsGuest()

  const checkout = new Checkout(page)
  await checkout.name.tap()
  await page.keyboard.type(asha.name)
  await page.keyboard.press('Enter')
  await page.keyboard.type(asha.phone)
  await checkout.place.tap()
  await expect(page).toHaveURL(/\/order\/\d+/)
  await expect(new OrderPage(page).receipt).toContainText(asha.name)
  expect(await taps()).toBeLessThanOrEqual(12)
})

/** A dish that asks for one size and is worth an order, of a store that the first page shows. */
async function dinnerOn({ main }: Home, api: TownAPI) {
  let found: Found | undefined
  await expect(async () => {
    const names = new Set(await main.getByRole('article').getByRole('link').allInnerTexts())
    found = await api.find('such a dish', (dish, { name, minimum_order }) => {
      const [group, ...others] = dish.food_variations.filter(({ required }) => required === 'on')
      return names.has(name) && group?.type === 'single' && others.length === 0 && dish.sale_price >= minimum_order
    })
  }).toPass()
  return found!
}

/** Counts each press on the page, by a finger or a mouse, from now on and over page loads. */
async function countTaps(page: Page) {
  await page.addInitScript(() => {
    const count = () => sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps')) + 1))
    // Not while it is captured: there a press that met something else is held back, and tried again.
    addEventListener('pointerdown', (event) => event.isTrusted && count())
  })
  return () => page.evaluate(() => Number(sessionStorage.getItem('taps')))
}

testInOneTab('CHK-01 CHK-02 CHK-06 ITEM-02 ORD-03 TRAP_M6 a dish bought now is taken away: the cart stays, and there is neither address nor delivery fee', async ({
  page,
  api,
  visit,
}) => {
  const guest = await Guest.create(api)
  const { item: kept } = await api.simple()
  await guest.add(kept)
  await visit({ stored: guest.stored() })
  const found = await api.dish(({ minimum_order, take_away }) => minimum_order <= 30 && take_away)
  const total = await new StorePage(page).buyNow(found)

  const checkout = new Checkout(page)
  expect(await checkout.amount('Subtotal')).toBe(total)
  await checkout.introduce({ name: asha.name, phone: asha.phone })
  await checkout.takeAway()
  await expect(checkout.row('Delivery')).toHaveCount(0)
  await reload(page)
  await checkout.place.click()
  await expect(page).toHaveURL(/\/order\/\d+/)
  await expect(new OrderPage(page).headline).toHaveText('Collected', { timeout: 60_000 })
  const { order_type, rows, lines } = await stored(page)
  expect(order_type).toBe('take_away')
  expect(rows.map(({ code }) => code)).not.toContain('delivery_charge')
  expect(lines.map(({ name }) => name)).toEqual([found.item.name])

  const cart = new Cart(page)
  await cart.open()
  await expect(cart.line(kept.name).root).toBeVisible()
})

testInOneTab('CHK-01 CHK-04 ORD-03 TRAP_O1 TRAP_L4 a double click makes one order for tomorrow, which waits for its slot @phone', async ({
  page,
  api,
  visit,
}) => {
  const guest = await Guest.create(api)
  const { item, store } = await api.simple((_, { schedule_order }) => schedule_order)
  await guest.add(item, Math.ceil(store.minimum_order / item.price) + 1)
  await visit({ stored: guest.stored() })
  const checkout = new Checkout(page)
  await page.goto('/checkout?page=cart')

  await test.step('check boxes are 24 px wide and have a border contrast of 3 to 1', async () => {
    const box = page.getByLabel('Add cutlery')
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect.poll(() => box.evaluate(contrast), `${colorScheme}: the empty box`).toBeGreaterThanOrEqual(3)
    }
    expect((await box.boundingBox())!.width).toBeGreaterThanOrEqual(24)
  })

  await checkout.schedule()
  const day = checkout.main.getByLabel('Day', { exact: true })
  await day.selectOption({ index: 1 })
  const slot = await checkout.main.getByLabel('Time', { exact: true }).inputValue()
  expect(Date.parse(slot)).toBeGreaterThan(Date.now())
  await checkout.introduce(asha)
  const placed: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/orders')) {
      placed.push(request.headers()['idempotency-key'] ?? '')
    }
  })
  await expect(checkout.place).toBeEnabled()
  await checkout.place.dblclick()
  await expect(page).toHaveURL(/\/order\/\d+/)
  await expect(new OrderPage(page).headline).toHaveText('Scheduled')
  expect(Date.parse((await stored(page)).schedule_at!)).toBe(Date.parse(slot))
  expect(new Set(placed).size, 'all tries are one order').toBe(1)
  expect(placed[0]).not.toBe('')
})

/** Of an element's border against the page, as WCAG 2 computes it. */
function contrast(element: Element) {
  const light = (color: string) => {
    const [r, g, b] = (/[\d.]+, [\d.]+, [\d.]+/.exec(color)?.[0] ?? '').split(', ').map((part) => {
      const share = Number(part) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
  }
  const [a, b] = [getComputedStyle(element).borderTopColor, getComputedStyle(document.body).backgroundColor].map(light)
  return (Math.max(a!, b!) + 0.05) / (Math.min(a!, b!) + 0.05)
}
