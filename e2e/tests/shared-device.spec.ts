import { Customer, newPerson } from '../customer.ts'
import { expect, test, testInOneTab, type Page } from '../fixtures.ts'
import { Guest } from '../guest.ts'
import { SignInForms } from '../pages/sign-in-forms.ts'
import { OrderPage } from '../pages/order-page.ts'
import type { TownAPI } from '../town-api.ts'

/** What a browser may keep when a person has left: choices of the device, and a new guest's id and cart. All else fails. */
const mayStay = {
  local: ['guest_id', 'last_cart', 'module', 'language-setting', 'country', 'settings'],
  // The router keeps how far pages were scrolled.
  session: ['e2e-stored', 'hk-person', 'hk-way-back', 'tsr-scroll-restoration-v1_3'],
  // What the page was seen in; and a mark of the device, which no script reads and which opens nothing.
  cookies: ['hk_scope', 'hawker_device'],
}

/** Everything that a browser keeps for the shop, once its worker has fetched it. */
async function kept(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready)
  const stored = await page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    caches: await Promise.all(
      (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    ),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }))
  return { ...stored, cookies: await page.context().cookies() }
}

/** Nothing that belonged to a person may be in storage, cache or page. */
async function expectNothingOf(page: Page, words: string[]) {
  const { local, session, caches, databases, cookies } = await kept(page)
  expect(Object.keys(local).filter((key) => !mayStay.local.includes(key))).toEqual([])
  expect(Object.keys(session).filter((key) => !mayStay.session.includes(key))).toEqual([])
  expect(cookies.map(({ name }) => name).filter((name) => !mayStay.cookies.includes(name))).toEqual([])
  expect(databases).toEqual([])
  const all = JSON.stringify([local, session, caches, cookies.filter(({ name }) => name !== 'hawker_device')])
  const text = await page.locator('body').evaluate((body) => body.innerHTML)
  for (const word of words) {
    expect(all, `${word} is not stored`).not.toContain(word)
    expect(text, `${word} is not in the page`).not.toContain(word)
  }
  // The shop itself, and the pictures of its goods.
  const ofTheShop = /^\/(assets|media)\/|^\/(offline|boot\.js|icon\.svg)$/
  expect(caches.flat().filter((url) => !ofTheShop.test(new URL(url).pathname))).toEqual([])
}

/** A guest whose order is placed, as their device remembers them. */
async function withOrder(api: TownAPI, phone = '+12025550123') {
  const guest = await Guest.create(api)
  const { item, store } = await api.simple()
  const quantity = Math.max(1, Math.ceil(store.minimum_order / item.sale_price))
  const { id } = await guest.buy(item, quantity, { phone })
  return { path: `/order/${id}`, stored: guest.stored() }
}

/** Whom an order of the API is for. */
const recipient = 'Asha Rao'

test.describe('with all that a browser keeps for a day without a network', () => {
  test.use({ maps: false, serviceWorkers: 'allow' })

  test('C2 D29 ORD-01 nothing of a customer or a guest is left in storage, cache or page for the next person', async ({
    page,
    api,
    visit,
    log,
  }) => {
    const forms = new SignInForms(page)

    await test.step('a customer signs out', async () => {
      const customer = await Customer.signUp(api, { name: 'Odalys Quint' })
      await customer.saveAddress({ house: '12', address: '7 Quint House', address_label: 'Quint home' })
      const { item, store } = await api.simple()
      await customer.add(item, Math.ceil(store.minimum_order / item.price) + 1)
      await visit({
        stored: {
          ...customer.stored(),
          location: '7 Quint House',
          last_destinations: JSON.stringify([{ location: 'Quint lane 3', point: (await api.place()).point }]),
        },
      })
      await page.goto('/checkout?page=cart')
      await page.getByRole('main').getByRole('textbox').last().fill('The Quint bell does not ring')
      await page.keyboard.press('Tab')
      await expect.poll(() => page.evaluate(() => sessionStorage.getItem('hk-checkout'))).toContain('Quint bell')
      await page.goto('/profile?page=profile-settings')
      await expect(page.getByRole('main').getByRole('textbox').first()).toHaveValue('Odalys Quint')
      await forms.signOut()
      await expect(page.getByText('Logout successful.')).toBeVisible()
      await expect(page).toHaveURL(/\/home$/)
      await expect.poll(() => page.evaluate(() => localStorage.getItem('guest_id'))).not.toBeNull()
      const words = ['Quint', 'Odalys', customer.email, customer.phone, customer.token]
      await expectNothingOf(page, words)
      await page.reload()
      await expectNothingOf(page, words)
    })

    await test.step('a guest opens their order, until somebody signs in', async () => {
      log.expect(/status of 404/)
      const { path, stored } = await withOrder(api)
      const next = await Customer.signUp(api)
      await visit({ stored })
      await page.goto(path)
      await expect(new OrderPage(page).receipt).toContainText(recipient)
      await page.goto('/track-order')
      await expect(page.getByRole('form', { name: 'Track order' })).toBeVisible()
      await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
      await forms.open()
      await forms.signIn(next.email, next.password)
      await expect(page.getByText('Logged in successfully')).toBeVisible()
      const { local, session } = await kept(page)
      expect(JSON.stringify([local, session])).not.toContain(recipient)
      expect(local['guest_orders']).toBeUndefined()
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'This order is not known on this device' })).toBeVisible()
      await page.goto('/my-orders')
      await expect(page.getByRole('main').getByRole('article')).toHaveCount(0)
    })
  })
})

testInOneTab.describe('in a tab', () => {
  testInOneTab.use({ maps: false })

  testInOneTab('ORD-01 AUTH-05 a guest keeps the order by choosing a password', async ({ page, api, visit }) => {
    const who = newPerson()
    const { path, stored } = await withOrder(api, who.phone)
    await visit({ stored })
    await page.goto(path)
    await page.getByRole('button', { name: 'Choose a password' }).click()
    const forms = new SignInForms(page)
    await expect(forms.name).toHaveValue(recipient)
    await forms.root.getByLabel('Email').fill(who.email)
    await forms.password.fill(who.password)
    await forms.root.getByLabel('Confirm password').fill(who.password)
    await forms.root.getByRole('checkbox').check()
    await forms.button('Sign Up').click()
    await expect(page.getByText('Signup successfully.')).toBeVisible()
    await expect(page).toHaveURL(path)
    await expect(new OrderPage(page).receipt).toContainText(recipient)
    expect(await page.evaluate(() => localStorage.getItem('guest_orders'))).toBeNull()
    await page.reload()
    await expect(new OrderPage(page).receipt).toContainText(recipient)
  })
})
