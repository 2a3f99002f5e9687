import { createHash, randomBytes } from 'node:crypto'
import { request, test as base, type APIRequestContext, type Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { startFacebook } from '../stand-ins/facebook.ts'
import { startFirebase } from '../stand-ins/firebase.ts'
import { codeIn } from '../stand-ins/inbox.ts'
import { startOIDC } from '../stand-ins/oidc.ts'
import type { Person } from '../stand-ins/people.ts'
import { startSMS } from '../stand-ins/sms.ts'
import { startSMTP } from '../stand-ins/smtp.ts'
import { startTown } from '../town.ts'

// The API calls that use external services, one by one; providers.spec.ts tests the
// same in the pages.

/** Starts a town with these services. The emulator of Firebase cannot be combined with others. */
async function startTownWith<T extends { env: object; stop: () => Promise<void> }>(services: T[]) {
  const town = await startTown([], Object.assign({}, ...services.map(({ env }) => env)) as NodeJS.ProcessEnv)
  const api = await request.newContext({ baseURL: `${town.url}/api/v1/` })
  const close = async () => {
    await api.dispose()
    await town.stop()
    await Promise.all(services.map((service) => service.stop()))
  }
  return { town, api, close }
}

type Services = Awaited<ReturnType<typeof startServices>>

async function startServices() {
  const [mail, sms, google, apple, facebook] = await Promise.all([
    startSMTP(),
    startSMS(),
    startOIDC('google'),
    startOIDC('apple'),
    startFacebook(),
  ])
  const { town, api, close } = await startTownWith([mail, sms, google, apple, facebook])
  return { mail, sms, google, apple, facebook, town, api, close }
}

const test = base.extend<object, { services: Services }>({
  services: [
    async ({}, use) => {
      const services = await startServices()
      await use(services)
      await services.close()
    },
    { scope: 'worker' },
  ],
})

type Answer = {
  token?: string
  proof?: string
  demo_otp?: string
  is_personal_info?: number
  name?: string
  errors?: { code: string; detail?: { proof: string } }[]
}

async function call(api: APIRequestContext, path: string, data: object, method = 'post') {
  const answer = await api.fetch(`auth/${path}`, { method, data })
  return { status: answer.status(), body: (await answer.json()) as Answer }
}

test('AUTH-04 TRAP_D8 a code is sent by SMS and is in no response', async ({ services: { api, sms } }) => {
  const phone = '+12025550141'
  const sent = await call(api, 'login', { login_type: 'otp', phone })
  expect(sent.status).toBe(200)
  expect(sent.body.demo_otp ?? '').toBe('')
  const otp = await sms.code(phone)
  const proven = await call(api, 'verify-phone', { login_type: 'otp', verification_type: 'phone', phone, otp })
  expect(proven).toMatchObject({ status: 200, body: { is_personal_info: 0 } })
  const { body } = await call(api, 'update-info', {
    proof: proven.body.proof,
    name: 'Noor Haddad',
    email: 'noor@example.com',
  })
  expect(body.token).toBeTruthy()
})

test('AUTH-08 a code for a forgotten password is mailed, but not to an unknown address', async ({
  services: { api, mail },
}) => {
  const nobody = 'nobody@example.com'
  const email = 'asha@port-saffron.example'
  for (const to of [nobody, email]) {
    expect((await call(api, 'forgot-password', { email: to, verification_method: 'email' })).status).toBe(200)
  }
  const letter = await mail.mail(email)
  expect(letter.from).toContain('shop@example.com')
  expect(letter.subject).not.toBe('')
  expect((await call(api, 'verify-token', { email, reset_token: codeIn(letter.text) })).status).toBe(200)
  expect(mail.left(nobody)).toBe(0)
})

const hashed = (raw: string) => createHash('sha256').update(raw).digest('base64url')

/** Goes to a provider's page as a town's page would, says who it is, and reads what comes back in the address. */
async function comeBack(page: Page, authorize: string, town: string, asked: Record<string, string>, who: string) {
  await page.goto(`${authorize}?${new URLSearchParams(asked)}`)
  // The page that it comes back to may put its address in order at once.
  const back = new Promise<string>((resolve) => {
    page.on('framenavigated', (frame) => frame.url().startsWith(`${town}/auth#`) && resolve(frame.url()))
  })
  await page.getByRole('button', { name: who }).click()
  return new URLSearchParams(new URL(await back).hash.slice(1))
}

for (const medium of ['google', 'apple', 'facebook'] as const) {
  test(`AUTH-07 a person with a ${medium} account signs up with a phone, and then signs in`, async ({ services, page }) => {
    const { api, town } = services
    const provider = services[medium]
    const person: Person = {
      id: `mira-${medium}`,
      name: 'Mira Sol',
      email: `mira.${medium}@example.com`,
      emailVerified: true,
    }
    provider.people.push(person)
    const [nonce, state] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')]
    const requests = {
      google: {
        response_type: 'id_token',
        response_mode: 'fragment',
        scope: 'openid email profile',
        nonce: hashed(nonce),
      },
      apple: { response_type: 'code id_token', response_mode: 'form_post', scope: 'name email', nonce: hashed(nonce) },
      facebook: { response_type: 'token', scope: 'email,public_profile' },
    }
    const upper = medium.toUpperCase()
    const env = provider.env as Record<string, string>
    const asked = {
      client_id: env[`HAWKER_OIDC_${upper}_CLIENT_ID`] ?? env['HAWKER_FACEBOOK_APP_ID']!,
      redirect_uri: `${town.url}/auth${medium === 'apple' ? '/apple' : ''}`,
      state,
      ...requests[medium],
    }
    const authorize = env[`HAWKER_OIDC_${upper}_AUTH_URL`] ?? env['HAWKER_FACEBOOK_AUTH_URL']!
    const answer = await comeBack(page, authorize, town.url, asked, `Continue as ${person.name}`)
    expect(answer.get('state')).toBe(state)
    const token = answer.get('id_token') ?? answer.get('access_token') ?? ''

    const login = { medium, token, nonce, login_type: 'social' }
    const unknown = await call(api, 'social-login', login)
    expect(unknown).toMatchObject({ status: 422, body: { errors: [{ code: 'email' }] } })
    const forged = await call(api, 'social-login', { ...login, token: `${token.slice(0, -6)}AAAAAA` })
    expect(forged.status).toBe(401)
    const phone = { google: '+12025550142', apple: '+12025550143', facebook: '+12025550144' }[medium]
    const registered = await call(api, 'social-register', { ...login, phone })
    expect(registered.status, JSON.stringify(registered.body)).toBe(200)
    const named = registered.body.token
      ? registered
      : await call(api, 'update-info', { proof: registered.body.proof, name: person.name })
    expect(named.body.token, JSON.stringify(named.body)).toBeTruthy()
    expect((await call(api, 'social-login', login)).body.token).toBeTruthy()

    const back = await comeBack(page, authorize, town.url, asked, 'Cancel')
    expect(back.get('error')).toBeTruthy()
  })
}

test('AUTH-09 API-07 Firebase verifies a phone and refuses a wrong code', async () => {
  const firebase = await startFirebase()
  const { api, close } = await startTownWith([firebase])
  const phone = '+12025550145'
  const session = await api.post(
    `${firebase.url}/identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode?key=any`,
    {
      data: { phoneNumber: phone, recaptchaToken: 'none' },
    },
  )
  const { sessionInfo } = (await session.json()) as { sessionInfo: string }
  const otp = await firebase.code(phone)
  const finished = { login_type: 'otp', phone, session_info: sessionInfo }
  const wrong = await call(api, 'firebase-login', { ...finished, otp: otp === '000000' ? '000001' : '000000' })
  expect(wrong).toMatchObject({ status: 422, body: { message: 'The code is not right.' } })
  expect((await call(api, 'firebase-login', { ...finished, phone: '+12025550146', otp })).status).not.toBe(200)
  const again = await api.post(
    `${firebase.url}/identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode?key=any`,
    {
      data: { phoneNumber: phone, recaptchaToken: 'none' },
    },
  )
  const next = (await again.json()) as { sessionInfo: string }
  const right = await call(api, 'firebase-login', {
    ...finished,
    session_info: next.sessionInfo,
    otp: await firebase.code(phone),
  })
  expect(right, JSON.stringify(right.body)).toMatchObject({ status: 200, body: { is_personal_info: 0 } })
  await close()
})
