import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConfigView } from '../../web/src/lib/api/types.gen.ts'
import { Customer, newPerson } from '../customer.ts'
import { expect, test as base, type Page } from '../fixtures.ts'
import { Guest } from '../guest.ts'
import { Cart } from '../pages/cart.ts'
import { startFacebook, type Facebook } from '../stand-ins/facebook.ts'
import { startOIDC, type OIDCProvider } from '../stand-ins/oidc.ts'
import type { Person } from '../stand-ins/people.ts'
import { startSMS, type Gateway } from '../stand-ins/sms.ts'
import { startSMTP, type MailServer } from '../stand-ins/smtp.ts'
import { editTown, startTown, type Town } from '../town.ts'

// Sign-in in the pages, with stand-ins for the external services.

type Services = { mail: MailServer; sms: Gateway; google: OIDCProvider; apple: OIDCProvider; facebook: Facebook }

/** A town that mails, texts and knows three providers. */
const test = base.extend<object, { services: Services }>({
  services: [
    async ({}, use) => {
      const [mail, sms, google, apple, facebook] = await Promise.all([
        startSMTP(),
        startSMS(),
        startOIDC('google'),
        startOIDC('apple'),
        startFacebook(),
      ])
      const services = { mail, sms, google, apple, facebook }
      await use(services)
      await Promise.all(Object.values(services).map(({ stop }) => stop()))
    },
    { scope: 'worker' },
  ],
  town: [
    async ({ services }, use) => {
      const env = Object.assign({}, ...Object.values(services).map((service) => service.env)) as NodeJS.ProcessEnv
      const town = await startTown([], env)
      await use(town)
      await town.stop()
    },
    { scope: 'worker' },
  ],
})

const names = { google: 'Google', apple: 'Apple', facebook: 'Facebook' } as const
type Medium = keyof typeof names

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()
/** A field by its label, with or without the mark of one that must be filled in. */
const fill = (page: Page, label: string, text: string) => main(page).getByLabel(new RegExp(`^${label}( \\*)?$`)).fill(text)
const expectTitle = (page: Page, title: string) =>
  expect(main(page).getByRole('heading', { level: 1, name: title })).toBeVisible()
const isIn = async (page: Page) => {
  await expect(page.getByText('Logged in successfully')).toBeVisible()
  expect(await tokenOf(page)).not.toBeNull()
}
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'))
/** As another tab would sign out: the page hears of it, and asks nothing any more that only a customer may. */
const forget = (page: Page, guest?: string) =>
  page.evaluate((id) => {
    localStorage.removeItem('token')
    if (id) localStorage.setItem('guest_id', id)
    dispatchEvent(new StorageEvent('storage'))
  }, guest)

/** Types a code; the sixth digit sends it. */
const verify = (page: Page, code: string) => main(page).getByLabel('Six-digit code').fill(code)

const anotherThan = (code: string) => (code === '000000' ? '000001' : '000000')

/** Leaves for a provider, and says there who it is. */
async function goTo(page: Page, medium: Medium, who: string) {
  await page.goto('/auth')
  await press(page, `Continue with ${names[medium]}`)
  await page.getByRole('button', { name: who, exact: true }).click()
}

/** Somebody new at a provider. */
function personAt(services: Services, medium: Medium, more: Partial<Person> = {}): Person & { email: string } {
  const { people } = services[medium]
  const { name, email } = newPerson()
  const person = {
    id: `${medium}-${email}`,
    name: `${name} the ${people.length}th`,
    email: `${medium}.${email}`,
    emailVerified: true,
    ...more,
  }
  people.push(person)
  return person
}

for (const medium of ['google', 'apple', 'facebook'] as const) {
  test(`AUTH-01 AUTH-07 a person with a ${names[medium]} account signs up with a phone, and later signs in without it`, async ({
    page,
    services,
    visit,
    log,
  }) => {
    log.expect(/422/) // nobody here knows them yet
    log.expect(/404/) // the guest's cart may be asked for while the guest becomes a customer
    await visit()
    const person = personAt(services, medium)

    await goTo(page, medium, `Continue as ${person.name}`)
    await expectTitle(page, 'Your phone number')
    expect(page.url(), 'no token stays in the address').not.toMatch(/token|state/)
    await fill(page, 'Phone', newPerson().phone)
    await press(page, 'Continue')
    // Apple tells a name in its form alone, which nobody signs: it is asked for.
    if (medium === 'apple') {
      await expectTitle(page, 'Welcome')
      await fill(page, 'Name', person.name)
      await press(page, 'Continue')
    }
    await isIn(page)

    await forget(page)
    await goTo(page, medium, `Continue as ${person.name}`)
    await isIn(page)
  })
}

test('AUTH-07 TRAP_P3 a provider’s e-mail opens the account that verified it, and removes the password of one that did not', async ({
  page,
  services,
  api,
  visit,
  log,
}) => {
  log.expect(/401/)
  log.expect(/404/) // as above
  await visit()
  const person = personAt(services, 'google')
  const squatter = await Customer.signUp(api, { email: person.email })

  await goTo(page, 'google', `Continue as ${person.name}`)
  await expectTitle(page, 'Is it you?')
  await press(page, 'Yes, it’s me')
  await isIn(page)

  await forget(page)
  await page.goto('/auth')
  await fill(page, 'Email or phone number', squatter.email)
  await fill(page, 'Password', squatter.password)
  await press(page, 'Sign In')
  await expect(page.getByText('Your email or phone or password is wrong.')).toBeVisible()
  const old = await page.request.get('/api/v1/customer/info', { headers: { Authorization: `Bearer ${squatter.token}` } })
  expect(old.status(), 'the squatter’s session is over').toBe(401)
})

test('CART-01 TRAP_C1 a guest’s cart is kept after signing in with a provider, and carts of two stores are asked about', async ({
  page,
  services,
  api,
  visit,
  log,
}) => {
  log.expect(/422|404/)
  const person = personAt(services, 'google')
  const { item: mine } = await api.simple()
  const { item: other, store } = await api.simple((item) => item.store_id !== mine.store_id)
  const cart = new Cart(page)

  await test.step('who is new keeps the guest’s', async () => {
    const guest = await Guest.create(api)
    await guest.add(mine)
    await visit({ stored: guest.stored() })
    await goTo(page, 'google', `Continue as ${person.name}`)
    await fill(page, 'Phone', newPerson().phone)
    await press(page, 'Continue')
    await isIn(page)
    await page.goto('/home')
    await expect(cart.button).toHaveAccessibleName('Cart, 1 item')
  })

  await test.step('who has another store’s is asked, and the answer holds', async () => {
    const guest = await Guest.create(api)
    await guest.add(other, 2)
    await forget(page, guest.id)
    await goTo(page, 'google', `Continue as ${person.name}`)
    const question = page.getByRole('dialog', { name: 'Which cart do you want to keep?' })
    await expect(question.getByText(`2 items from ${store.name}`)).toBeVisible()
    await question.getByRole('button', { name: 'Keep this cart' }).click()
    await expect(question).toBeHidden()
    await cart.open()
    await expect(cart.line(other.name).root).toBeVisible()
    await expect(cart.lines).toHaveCount(1)
  })
})

test('AUTH-07 canceling at the provider shows a message, and the page can be used', async ({ page, visit }) => {
  await visit()
  for (const medium of ['google', 'apple', 'facebook'] as const) {
    await goTo(page, medium, 'Cancel')
    await expect(main(page).getByRole('alert')).toHaveText(
      `You left ${names[medium]} without signing in. You can try again, or sign in another way.`,
    )
    expect(await tokenOf(page)).toBeNull()
  }
})

test('AUTH-07 a forged response is refused: a wrong state, a repeated one, another nonce', async ({
  page,
  services,
  town,
  visit,
  log,
}) => {
  log.expect(/401/)
  await visit()
  const { google } = services
  const person = personAt(services, 'google')
  const failed = main(page).getByRole('alert')
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/auth/social-login') && sent.push(request.url()))

  /** Leaves for Google; answers what it was asked with. */
  const leave = async () => {
    await page.goto('/auth')
    await press(page, 'Continue with Google')
    await page.getByRole('button', { name: 'Cancel' }).waitFor()
    const asked = new URL(page.url()).searchParams
    return { state: asked.get('state') ?? '', nonce: asked.get('nonce') ?? '' }
  }
  const comeBack = (state: string, token: string) =>
    page.goto(`${town.url}/auth#${new URLSearchParams({ state, id_token: token })}`)

  const { nonce } = await leave()
  await comeBack('a-state-that-somebody-made-up', google.token(person, nonce))
  await expect(failed).toHaveText('Signing in elsewhere did not work. Please try again, or sign in another way.')
  expect(sent, 'the server is not even asked').toEqual([])

  const second = await leave()
  await comeBack('', 'x')
  await expect(failed).toBeVisible()
  await comeBack(second.state, google.token(person, second.nonce))
  await expect(failed).toBeVisible()
  expect(sent, 'each journey has one answer').toEqual([])

  const third = await leave()
  await comeBack(third.state, google.token(person, second.nonce))
  await expect.poll(() => sent.length, 'a token of another journey is the server’s to refuse').toBe(1)
  await expect(page.getByRole('alert').first()).toBeVisible()
  expect(await tokenOf(page)).toBeNull()
})

test('AUTH-04 TRAP_D8 a code by SMS signs in, a wrong one does not, and no page shows the code', async ({
  page,
  services,
  visit,
  log,
}) => {
  log.expect(/422/)
  await visit()
  const { name, phone } = newPerson()
  await page.goto('/auth')
  await press(page, 'Sign in with a code by phone')
  await fill(page, 'Phone', phone)
  await press(page, 'Send me a code')
  await expectTitle(page, 'Check your phone')
  const code = await services.sms.code(phone)
  await expect(page.getByText(/For demo purpose/)).toHaveCount(0)
  await verify(page, anotherThan(code))
  await expect(page.getByText('The code is not right.')).toBeVisible()
  await verify(page, code)
  await expectTitle(page, 'Welcome')
  await fill(page, 'Name', name)
  await press(page, 'Continue')
  await isIn(page)
})

test('AUTH-08 a mailed code sets a new password, which ends every session', async ({
  page,
  services,
  api,
  visit,
}) => {
  await visit()
  const customer = await Customer.signUp(api)
  const fresh = 'paper-kite-77'
  await page.goto('/forgot-password')
  await press(page, 'Use my email instead')
  await fill(page, 'Email', customer.email)
  await press(page, 'Send code')
  const letter = await services.mail.mail(customer.email)
  expect(letter.from).toContain('shop@example.com')
  await verify(page, /\b\d{6}\b/.exec(letter.text)![0])
  await expectTitle(page, 'Set a new password')
  await fill(page, 'New password', fresh)
  await fill(page, 'Confirm password', fresh)
  await press(page, 'Save the password')
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await dialog.getByLabel('Email or phone number').fill(customer.email)
  await dialog.getByLabel('Password', { exact: true }).fill(fresh)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await isIn(page)
  const old = await page.request.get('/api/v1/customer/info', { headers: { Authorization: `Bearer ${customer.token}` } })
  expect(old.status()).toBe(401)
})

/** Changes what the town's settings say of signing in. */
const setUp = (town: Town, login: Record<string, boolean>) =>
  editTown(town, ['town.json', 'modules.jsonl'], async (folder) => {
    const file = join(folder, 'town.json')
    const known = JSON.parse(await readFile(file, 'utf8')) as { login: Record<string, boolean> }
    Object.assign(known.login, login)
    await writeFile(file, JSON.stringify(known))
  })

test('AUTH-06 a sign-up verifies phone and e-mail one after the other if the town’s settings require it', async ({
  page,
  services,
  town,
  visit,
}) => {
  await setUp(town, { phone_verification_status: true, email_verification_status: true })
  const isOn = async () => {
    const answer = await page.request.get('/api/v1/config')
    const { phone_verification_status, email_verification_status } = ((await answer.json()) as ConfigView).centralize_login
    return phone_verification_status + email_verification_status
  }
  await expect.poll(isOn).toBe(2)
  await visit()
  const who = newPerson()
  await page.goto('/auth?mode=sign-up')
  await fill(page, 'Name', who.name)
  await fill(page, 'Email', who.email)
  await fill(page, 'Phone', who.phone)
  await fill(page, 'Password', who.password)
  await fill(page, 'Confirm password', who.password)
  await main(page).getByRole('checkbox').check({ force: true })
  await press(page, 'Sign Up')
  await expectTitle(page, 'Check your phone')
  await verify(page, await services.sms.code(who.phone))
  await expectTitle(page, 'Check your email')
  expect(await tokenOf(page)).toBeNull()
  await verify(page, await services.mail.code(who.email))
  await expect(page.getByText('Signup successfully.')).toBeVisible()
  expect(await tokenOf(page)).not.toBeNull()
  await setUp(town, { phone_verification_status: false, email_verification_status: false })
  await expect.poll(isOn).toBe(0)
})

/** How far the lower edge of what scrolls differs in colour from the ground some pixels above it, 0 to 255. */
async function shadeBelow(page: Page, x: number, bottom: number) {
  const strip = await page.screenshot({ clip: { x, y: bottom - 40, width: 1, height: 40 } })
  return page.evaluate(async (png) => {
    const picture = new Image()
    picture.src = `data:image/png;base64,${png}`
    await picture.decode()
    const context = new OffscreenCanvas(1, 40).getContext('2d', { willReadFrequently: true })!
    context.drawImage(picture, 0, 0)
    const { data } = context.getImageData(0, 0, 1, 40)
    return Math.abs(data[1]! - data[39 * 4 + 1]!)
  }, strip.toString('base64'))
}

test.describe('seen pixel by pixel', () => {
  test.use({ deviceScaleFactor: 1 })

  test('AUTH-01 all sign-in methods fit the dialog at 1440 × 900; on smaller screens a shade shows that there is more', async ({
    page,
    visit,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await visit()
    await page.goto('/home')
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign In' })
    await expect(dialog.getByRole('button', { name: 'Continue with Apple' })).toBeInViewport({ ratio: 1 })
    const last = dialog.getByRole('button', { name: 'Sign Up' })
    await expect(last).toBeInViewport({ ratio: 1 })

    await page.setViewportSize({ width: 1440, height: 700 })
    await expect(last).not.toBeInViewport()
    const [x, bottom] = await dialog.evaluate((element) => {
      const body = [...element.querySelectorAll('*')].find((each) => getComputedStyle(each).overflowY === 'auto')!
      const box = body.getBoundingClientRect()
      return [box.left + box.width - 40, Math.floor(box.bottom)] as const
    })
    await expect.poll(() => shadeBelow(page, x, bottom)).toBeGreaterThan(20)
    await page.mouse.move(x, bottom - 100)
    await page.mouse.wheel(0, 2000)
    await expect(last).toBeInViewport({ ratio: 1 })
    await expect.poll(() => shadeBelow(page, x, bottom)).toBeLessThan(4)
  })
})
