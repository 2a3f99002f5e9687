import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import SignInDialog from '@/features/account/sign-in-dialog'
import type { ConfigView, SignInView } from '@/lib/api/types.gen'
import { storeGuestId } from '@/lib/scope/scope'
import { answerAddresses } from './account-fixtures'
import { testShop } from './fixtures'
import { renderApp } from './render-app'
import { server } from './server'

/** A town with passwords, codes by phone and a demo account. */
export const shop: ConfigView = {
  ...testShop,
  centralize_login: { ...testShop.centralize_login, manual_login_status: 1, otp_login_status: 1 },
  demo_accounts: [{ name: 'Asha Rao', email: 'asha@example.com', password: 'mango-lane-12' }],
}
export const signedIn: SignInView = {
  token: 'token-0123456789abcdef',
  is_personal_info: 1,
  is_exist_user: null,
  is_phone_verified: 1,
  is_email_verified: 1,
  email: 'asha@example.com',
  phone: '+12025550123',
  cart_conflict: [],
}
export const onClose = vi.fn<() => void>()

type Sent = { path: string; body: unknown }
/** The requests of the test so far. */
export const sent: Sent[] = []

/** Sends the given responses in turn, and records the requests. */
export function answer(
  path: string,
  ...answers: (
    Partial<SignInView> | { status: number; code: string; message: string; field?: string; detail?: unknown }
  )[]
) {
  let n = 0
  server.use(
    http.post(`*/auth/${path}`, async ({ request }) => {
      sent.push({ path, body: await request.json() })
      const next = answers[Math.min(n++, answers.length - 1)] ?? {}
      if (!('status' in next)) return HttpResponse.json({ ...signedIn, ...next })
      const { status, code, message, field, detail } = next
      return HttpResponse.json({ errors: [{ code, message, field }], message, detail }, { status })
    }),
  )
}

export const show = (
  part: Partial<Parameters<typeof SignInDialog>[0]> = {},
  options: { shop?: ConfigView; path?: string } = {},
) =>
  renderApp(
    <>
      <SignInDialog opened start="sign-in" onClose={onClose} {...part} />
      <Toasts />
    </>,
    { shop, path: '/store/x', ...options },
  )
export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const identifier = () => screen.getByLabelText('Email or phone number')
export const password = () => screen.getByLabelText('Password')

/** Fills in the sign-up form, and sends it. */
export async function signUp(user: ReturnType<typeof show>['user']) {
  await user.type(screen.getByLabelText('Name'), 'Asha Rao')
  await user.type(screen.getByLabelText('Email'), 'asha@example.com')
  await user.type(screen.getByLabelText('Phone'), '2025550123')
  await user.type(password(), 'mango-lane-12')
  await user.type(screen.getByLabelText('Confirm password'), 'mango-lane-12')
  await user.click(screen.getByRole('checkbox'))
  await user.click(button('Sign Up'))
}

/** Before each test: a guest, and no addresses. */
export function prepareSignIn() {
  sent.length = 0
  onClose.mockClear()
  storeGuestId('guest-secret-000000001')
  server.use(answerAddresses())
}
