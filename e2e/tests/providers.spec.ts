import { Customer, newPerson } from '../customer.ts'
import { expect, testInOneTab as base, type Page } from '../fixtures.ts'
import { Guest } from '../guest.ts'
import { Cart } from '../pages/cart.ts'
import { startFacebook, type Facebook } from '../stand-ins/facebook.ts'
import { codeIn } from '../stand-ins/inbox.ts'
import { startOIDC, type OIDCProvider } from '../stand-ins/oidc.ts'
import type { Person } from '../stand-ins/people.ts'
import { startSMS, type Gateway } from '../stand-ins/sms.ts'
import { startSMTP, type MailServer } from '../stand-ins/smtp.ts'
import { startTown } from '../town.ts'

// Sign-in with stand-ins for the external services.

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

test.use({ maps: false })

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
const forget = (page: Page) =>
  page.evaluate(() => {
    localStorage.removeItem('token')
    dispatchEvent(new StorageEvent('storage'))
  })

/** Types a code; the sixth digit sends it. */
const verify = (page: Page, code: string) => main(page).getByLabel('Six-digit code').fill(code)

const anotherThan = (code: string) => (code === '000000' ? '000001' : '000000')

/** Leaves the sign-in page for a provider, and says there who it is. */
async function leaveFor(page: Page, medium: Medium, who: string) {
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
  test(`AUTH-01 AUTH-07 CART-01 TRAP_C1 a person with a ${names[medium]} account cancels, signs up with a phone and keeps the cart, and later signs in without it`, async ({
    page,
    services,
    api,
    visit,
    log,
  }) => {
    log.expect(/422/) // nobody here knows them yet
    log.expect(/404/) // the guest's cart may be asked for while the guest becomes a customer
    const guest = await Guest.create(api)
    await guest.add((await api.simple()).item)
    await visit({ stored: guest.stored() })
    const person = personAt(services, medium)

    await page.goto('/auth')
    await test.step('who cancels there can go on here', async () => {
      await leaveFor(page, medium, 'Cancel')
      await expect(main(page).getByRole('alert')).toHaveText(
        `You left ${names[medium]} without signing in. You can try again, or sign in another way.`,
      )
      expect(await tokenOf(page)).toBeNull()
    })

    await leaveFor(page, medium, `Continue as ${person.name}`)
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
    await expect(new Cart(page).button).toHaveAccessibleName('Cart, 1 item')

    await forget(page)
    await page.goto('/auth')
    await leaveFor(page, medium, `Continue as ${person.name}`)
    await isIn(page)
  })
}

test('AUTH-06 AUTH-07 TRAP_P3 a provider’s e-mail opens the account that verified it, and removes the password of one that did not', async ({
  page,
  services,
  api,
  visit,
  log,
}) => {
  log.expect(/404/) // as above
  await visit()
  const person = personAt(services, 'google')
  const squatter = await Customer.signUp(api, { email: person.email })

  await page.goto('/auth')
  await leaveFor(page, 'google', `Continue as ${person.name}`)
  await expectTitle(page, 'Is it you?')
  await press(page, 'Yes, it’s me')
  await isIn(page)

  const login = { login_type: 'manual', email_or_phone: squatter.email, field_type: 'email', password: squatter.password }
  const refused = await page.request.post('/api/v1/auth/login', { data: login })
  expect(refused.status(), 'the squatter’s password is gone').toBe(401)
  expect((await refused.json()).message).toBe('Your email or phone or password is wrong.')
  const old = await page.request.get('/api/v1/customer/info', { headers: { Authorization: `Bearer ${squatter.token}` } })
  expect(old.status(), 'the squatter’s session is over').toBe(401)
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

  const first = await leave()
  await comeBack('a-state-that-somebody-made-up', google.token(person, first.nonce))
  await expect(failed).toHaveText('Signing in elsewhere did not work. Please try again, or sign in another way.')
  await comeBack(first.state, google.token(person, first.nonce))
  await expect(failed).toBeVisible()
  expect(sent, 'each journey has one answer, and the server is not even asked').toEqual([])

  const second = await leave()
  await comeBack(second.state, google.token(person, first.nonce))
  await expect.poll(() => sent.length, 'a token of another journey is the server’s to refuse').toBe(1)
  await expect(page.getByRole('alert').first()).toBeVisible()
  expect(await tokenOf(page)).toBeNull()
})

test('AUTH-04 TRAP_D8 a code by SMS signs in, a wrong one does not, and it is in no response and no page', async ({
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
  const answer = page.waitForResponse('**/auth/login')
  await press(page, 'Send me a code')
  expect((await (await answer).json()).demo_otp ?? '').toBe('')
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

test('AUTH-08 a code for a forgotten password is mailed', async ({ services: { mail }, api }) => {
  const { email } = await Customer.signUp(api)
  await api.send('POST', '/auth/forgot-password', { email, verification_method: 'email' })
  const letter = await mail.mail(email)
  expect(letter.from).toContain('shop@example.com')
  expect(letter.subject).not.toBe('')
  const answer = await api.send<{ reset_token: string }>('POST', '/auth/verify-token', { email, reset_token: codeIn(letter.text) })
  expect(answer.reset_token).toBeTruthy()
})

/** How far the lower edge of what scrolls differs in colour from the ground some pixels above it, 0 to 255. */
async function shadeBelow(page: Page, x: number, bottom: number) {
  const strip = await page.screenshot({ clip: { x, y: bottom - 40, width: 2, height: 40 } })
  return page.evaluate(async (png) => {
    const picture = new Image()
    picture.src = `data:image/png;base64,${png}`
    await picture.decode()
    const { width, height } = picture
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!
    context.drawImage(picture, 0, 0)
    const { data } = context.getImageData(0, 0, 1, height)
    return Math.abs(data[1]! - data[(height - 1) * 4 + 1]!)
  }, strip.toString('base64'))
}

test('AUTH-01 all sign-in methods fit the dialog at 1440 × 900; on smaller screens a shade shows that there is more', async ({
  page,
  visit,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit()
  await page.goto('/about-us')
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
