import { choose } from '../choose.ts'
import { Customer, newPerson } from '../customer.ts'
import { expect, testInOneTab as test, type Page } from '../fixtures.ts'
import { Guest } from '../guest.ts'
import { Cart } from '../pages/cart.ts'
import { Checkout } from '../pages/checkout.ts'
import { SignInForms } from '../pages/sign-in-forms.ts'
import { reload } from '../reload.ts'

const expectText = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible()
/** What a browser remarks on an answer that refuses. */
const refused = (status: number) => new RegExp(`status of ${status}`)

test.use({ maps: false })

/** Checks that this customer is signed in on the page. */
async function expectCustomer(page: Page, who: { name?: string; phone?: string; email?: string }) {
  const token = () => page.evaluate(() => localStorage.getItem('token'))
  await expect.poll(token).not.toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('guest_id'))).toBeNull()
  const answer = await page.request.get('/api/v1/customer/info', { headers: { Authorization: `Bearer ${await token()}` } })
  const { f_name, l_name, phone, email } = await answer.json()
  expect({ name: `${f_name} ${l_name}`, phone, email }).toMatchObject(who)
}

/** The header's button with the name of the customer. */
const inHeader = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Account of/ })

test('AUTH-02 AUTH-06 a password signs in on any page, which stays open', async ({ page, api, visit, log }) => {
  log.expect(refused(401))
  const { name, email, phone, password } = await Customer.signUp(api)
  await visit()
  await page.goto('/about-us')
  const forms = new SignInForms(page)
  await forms.open()
  const here = page.url()
  await forms.signIn(email, 'not-the-password')
  await expectText(page, 'Your email or phone or password is wrong.')
  await forms.signIn(phone, password)
  await expectText(page, 'Logged in successfully')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(here)
  await expectCustomer(page, { name, email, phone })
  await expect(inHeader(page)).toHaveAccessibleName(`Account of ${name.split(' ')[0]}`)
})

test('AUTH-05 LOC-10 D7 signing up leads to the interests; a common password is refused', async ({ page, visit, log }) => {
  log.expect(refused(422))
  await visit()
  await page.goto('/auth?mode=sign-up')
  const forms = new SignInForms(page)
  const who = newPerson()
  await forms.signUp({ ...who, password: 'password1' })
  await expect(forms.password).toHaveAccessibleDescription(/^This password is too easy to guess/)
  await forms.password.fill(who.password)
  await forms.root.getByLabel('Confirm password').fill(who.password)
  await forms.button('Sign Up').click()
  await expectText(page, 'Signup successfully.')
  await expect(page).toHaveURL(/\/interest/)
  await expectCustomer(page, { name: who.name, email: who.email, phone: who.phone })
  await expect(inHeader(page)).toBeVisible()
})

test('AUTH-04 AUTH-06 a code by phone creates an account, also when pasted @phone', async ({ page, visit, log }) => {
  log.expect(refused(422))
  await visit()
  await page.goto('/about-us')
  const forms = new SignInForms(page)
  const { name, phone } = newPerson()
  await forms.open()
  await forms.askForCode(phone)
  const code = await forms.demoCode()
  await forms.verify(code === '000000' ? '000001' : '000000')
  await expect(forms.code).toHaveAccessibleDescription('The code is not right. You have 4 tries left.')

  await forms.code.fill('')
  await expect(forms.code).toHaveAccessibleDescription('field is empty')
  await forms.code.evaluate((field, text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
    document.execCommand('insertText', false, text)
  }, `${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(forms.name).toBeVisible()
  await expect(forms.phone).toHaveAttribute('readonly')
  await forms.name.fill(name)
  await forms.button('Continue').click()
  await expectText(page, 'Logged in successfully')
  await expectCustomer(page, { name, phone })
  await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
})

test('AUTH-08 AUTH-06 PAGE-02 LOC-01 a forgotten password is replaced in three steps, and signs in; the logo knows the page', async ({ page, api, visit, log }) => {
  log.expect(refused(422))
  const who = await Customer.signUp(api)
  await test.step('without a place the logo leads home from the sign-in page alone', async () => {
    const logo = page.getByRole('banner').getByRole('link').first()
    await page.goto('/auth')
    await expect(logo).toHaveAttribute('href', '/home')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(page).toHaveURL('/forgot-password')
    await expect(logo).toHaveAttribute('href', '/')
  })
  await visit()
  await page.goto('/auth')
  const forms = new SignInForms(page)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await forms.phone.fill(who.phone)
  await forms.button('Send code').click()
  await forms.code.waitFor()
  const code = await forms.demoCode()
  await forms.verify(code === '000000' ? '000001' : '000000')
  await expect(forms.code).toHaveAccessibleDescription('The code is not right. You have 4 tries left.')
  await forms.verify(code)
  await expect(page.getByText('this device is new to the account')).toBeVisible()
  await page.getByLabel('New password').fill('pier-lamp-77-blue')
  await page.getByLabel('Confirm password').fill('pier-lamp-77-blue')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible()
  await forms.signIn(who.phone, 'pier-lamp-77-blue')
  await expectText(page, 'Logged in successfully')
  await expect(page).toHaveURL(/\/home$/)
  await expectCustomer(page, { phone: who.phone })
  await expect(who.info(), 'the session from before is over').rejects.toThrow('401')
})

const units = (page: Page) => new Cart(page).button

test('CART-01 CART-06 C1 C2 a guest with a full cart signs in at the checkout and keeps the cart', async ({ page, api, visit }) => {
  const guest = await Guest.create(api)
  const { item, store } = await api.simple()
  await guest.add(item, Math.ceil(store.minimum_order / item.price) + 1)
  const who = await Customer.signUp(api)
  await visit({ stored: guest.stored() })
  await page.goto('/about-us')
  const [cart, forms] = [new Cart(page), new SignInForms(page)]
  await cart.open()
  await cart.checkout.click()
  await page.getByRole('dialog', { name: /^Do you want to login/ }).getByRole('button', { name: 'Login' }).click()
  await forms.signIn(who.email, who.password)
  await expectText(page, 'Logged in successfully')
  await expect(page).toHaveURL(/\/checkout\?page=cart/)
  await expect(new Checkout(page).main.getByText(item.name).first()).toBeVisible()

  // Whoever has the device next finds none of it.
  await forms.signOut()
  await expectText(page, 'Logout successful.')
  await expect(page).toHaveURL(/\/home$/)
  await expect(units(page)).toHaveAccessibleName('Cart, empty')
})

test('C1 CART-01 carts of two stores are asked about, also after a reload, and the chosen one is kept', async ({ page, api, visit }) => {
  const [guest, who] = await Promise.all([Guest.create(api), Customer.signUp(api)])
  const { item, store } = await api.simple()
  const { item: other, store: otherStore } = await api.simple((_, { id }) => id !== store.id)
  await Promise.all([guest.add(item, 2), who.add(other, 1)])
  await visit({ stored: guest.stored() })
  await page.goto('/about-us')
  const forms = new SignInForms(page)
  await forms.open()
  await forms.signIn(who.email, who.password)
  const question = page.getByRole('dialog', { name: 'Which cart do you want to keep?' })
  await expect(question.getByText(`2 items from ${store.name}`)).toBeVisible()
  await reload(page)
  await expect(question.getByText(`1 item from ${otherStore.name}`)).toBeVisible()
  // The guest's is chosen until somebody chooses.
  await choose(question.getByRole('radio', { name: /^The one in your account/ }))
  await question.getByRole('button', { name: 'Keep this cart' }).click()
  await expect(question).toHaveCount(0)
  const cart = new Cart(page)
  await cart.open()
  await expect(cart.line(other.name).root).toBeVisible()
  await expect(cart.lines).toHaveCount(1)
})

test('API-05 D10 an expired token shows one message, and the checkout is kept for the customer', async ({ page, api, visit, log }) => {
  log.expect(refused(401))
  const who = await Customer.signUp(api)
  const { item, store } = await api.simple()
  await who.add(item, Math.ceil(store.minimum_order / item.price) + 1)
  await visit({ stored: who.stored() })
  // The bell's stream would tell this page at once, and not the one after it.
  await page.route('**/api/v1/events', (route) => route.fulfill({ status: 204 }))
  await page.goto('/checkout?page=cart')
  const field = (name: string) => page.getByRole('textbox', { name })
  await field('Note for the store').fill('Ring the brass bell')
  await field('Street number').fill('Rope Lane')
  // Otherwise the response to a running call would show the message on this page, not on the next.
  await page.waitForLoadState('networkidle')
  await who.send('POST', '/auth/logout', {})
  await page.reload()
  const words = 'Your account is inactive or Your token has been expired'
  await expectText(page, words)
  await expect(page.getByText(words, { exact: true })).toHaveCount(1)
  await expect(page).toHaveURL(/\/home$/)
  const forms = new SignInForms(page)
  await forms.open()
  await forms.signIn(who.email, who.password)
  await expectText(page, 'Logged in successfully')
  await expect(page).toHaveURL(/\/checkout\?page=cart/)
  await expect(field('Note for the store')).toHaveValue('Ring the brass bell')
  await expect(field('Street number')).toHaveValue('Rope Lane')
})
