import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { ConfigView, ForgotPasswordData, ResetPasswordData, VerifyTokenData } from '@/lib/api/types.gen'
import { testShop } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { ForgotPassword } from './forgot-password'

const shop: ConfigView = {
  ...testShop,
  is_mail_active: true,
  is_sms_active: true,
  centralize_login: { ...testShop.centralize_login, manual_login_status: 1 },
}
const onSignIn = vi.fn<() => void>()
const show = (part: Partial<ConfigView> = {}) => {
  onSignIn.mockClear()
  return renderApp(
    <>
      <ForgotPassword onSignIn={onSignIn} />
      <Toasts />
    </>,
    { shop: { ...shop, ...part } },
  )
}
const button = (name: string) => screen.getByRole('button', { name })

test('AUTH-08 the phone field has the documented error messages', async () => {
  const { user } = show()
  await user.click(button('Send code'))
  const phone = screen.getByLabelText('Phone')
  expect(phone).toHaveAccessibleDescription('Please provide a phone number')
  await user.type(phone, '2025')
  await user.click(button('Send code'))
  expect(phone).toHaveAccessibleDescription('Phone number must be exactly 10 digits')
})

test('AUTH-08 the e-mail field has the documented error messages', async () => {
  const { user } = show({ is_sms_active: false })
  expect(screen.queryByLabelText('Phone')).toBeNull()
  await user.click(button('Send code'))
  const email = screen.getByLabelText('Email')
  expect(email).toHaveAccessibleDescription('Please provide an email address')
  await user.type(email, 'asha@')
  await user.click(button('Send code'))
  expect(email).toHaveAccessibleDescription('Please enter a valid email address')
})

test('AUTH-08 API-07 a password is reset in three steps, which show the server’s messages', async () => {
  const sent: unknown[] = []
  const keep = async (request: Request) => void sent.push(await request.json())
  const wrong = { errors: [{ code: 'code_wrong', field: 'reset_token', message: 'The code is not right.' }] }
  let tries = 0
  server.use(
    http.post('*/auth/forgot-password', async ({ request }) => {
      await keep(request)
      return HttpResponse.json({
        message: 'If there is an account, a code is on its way.',
        proof: 'sending-1',
        demo_otp: '123456',
      })
    }),
    http.post('*/auth/verify-token', async ({ request }) => {
      await keep(request)
      if (tries++ === 0) return HttpResponse.json({ ...wrong, message: 'The code is not right.' }, { status: 422 })
      return HttpResponse.json({ message: '', reset_token: 'proof-1' })
    }),
    http.put('*/auth/reset-password', async ({ request }) => {
      await keep(request)
      return HttpResponse.json({ message: 'Your password is set.' })
    }),
  )
  const { user } = show()
  await user.click(button('Use my email instead'))
  await user.type(screen.getByLabelText('Email'), 'asha@example.com{Enter}')
  expect(await screen.findByText('If there is an account, a code is on its way.')).toBeVisible()
  const code = screen.getByLabelText('Six-digit code')
  await user.type(code, '111111')
  await waitFor(() => expect(code).toHaveAccessibleDescription('The code is not right.'))
  await user.clear(code)
  expect(code).toHaveAccessibleDescription('field is empty')
  await user.type(code, '123456')

  const password = await screen.findByLabelText('New password')
  const confirm = screen.getByLabelText('Confirm password')
  await user.click(button('Save the password'))
  expect(password).toHaveAccessibleDescription('No password provided.')
  expect(confirm).toHaveAccessibleDescription('No Confirm Password provided.')
  await user.type(password, 'mango')
  await user.type(confirm, 'lemon')
  await user.click(button('Save the password'))
  expect(password).toHaveAccessibleDescription('Password is too short - should be 6 chars minimum.')
  expect(confirm).toHaveAccessibleDescription('Passwords must match')
  await user.clear(password)
  await user.type(password, 'mango-lane-12')
  await user.clear(confirm)
  await user.type(confirm, 'mango-lane-12')
  await user.click(button('Save the password'))
  expect(await screen.findByText('Your password is set.')).toBeVisible()
  expect(onSignIn).toHaveBeenCalledOnce()

  const who = { verification_method: 'email', email: 'asha@example.com' } as const
  expect(sent).toEqual<[ForgotPasswordData['body'], ...VerifyTokenData['body'][], ResetPasswordData['body']]>([
    who,
    { ...who, proof: 'sending-1', reset_token: '111111' },
    { ...who, proof: 'sending-1', reset_token: '123456' },
    { ...who, reset_token: 'proof-1', password: 'mango-lane-12', confirm_password: 'mango-lane-12' },
  ])
})

test.each([true, undefined])(
  'AUTH-08 TRAP_P3 before a new password, the page says whether the account is cleared: %s',
  async (clears_account) => {
    server.use(
      sendsCode(),
      http.post('*/auth/verify-token', () =>
        HttpResponse.json({ message: '', reset_token: 'proof-1', clears_account }),
      ),
    )
    const { user } = show({ is_sms_active: false })
    await user.type(screen.getByLabelText('Email'), 'asha@example.com{Enter}')
    await user.type(await screen.findByLabelText('Six-digit code'), '123456')
    expect(await screen.findByLabelText('New password')).toBeVisible()
    expect(screen.queryAllByText(/everything else that is stored in the account is removed/)).toHaveLength(
      clears_account ? 1 : 0,
    )
  },
)

const refusal = (code: string, message: string, field?: string, detail?: object) => ({
  errors: [{ code, message, field }],
  message,
  detail,
})
const sendsCode = () =>
  http.post('*/auth/forgot-password', () => HttpResponse.json({ message: 'On its way.', proof: 'sending-1' }))

test('AUTH-08 an expired proof returns to the first step, and the typed e-mail stays', async () => {
  const over = 'The time to set a new password is over. Please ask for a new code.'
  server.use(
    sendsCode(),
    http.post('*/auth/verify-token', () => HttpResponse.json({ message: '', reset_token: 'proof-1' })),
    http.put('*/auth/reset-password', () =>
      HttpResponse.json(refusal('code_expired', over, 'reset_token'), { status: 422 }),
    ),
  )
  const { user } = show({ is_sms_active: false })
  await user.type(screen.getByLabelText('Email'), 'asha@example.com{Enter}')
  await user.type(await screen.findByLabelText('Six-digit code'), '123456')
  await user.type(await screen.findByLabelText('New password'), 'mango-lane-12')
  await user.type(screen.getByLabelText('Confirm password'), 'mango-lane-12{Enter}')
  expect(await screen.findByText(over)).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveValue('asha@example.com')
  await user.click(button('Send code'))
  expect(await screen.findByLabelText('Six-digit code')).toBeVisible()
})

test('AUTH-08 a mistyped e-mail can be corrected', async () => {
  server.use(sendsCode())
  const { user } = show({ is_sms_active: false })
  await user.type(screen.getByLabelText('Email'), 'asja@example.com{Enter}')
  await screen.findByLabelText('Six-digit code')
  await user.click(button('Go Back'))
  expect(screen.getByLabelText('Email')).toHaveValue('asja@example.com')
})

test('AUTH-08 if it is too soon for another code, the form for the last code is shown', async () => {
  const sent: unknown[] = []
  const soon = refusal('too_many', 'Wait.', undefined, { code_expires_in: 280, resend_in: 40 })
  server.use(
    http.post('*/auth/forgot-password', () => HttpResponse.json(soon, { status: 429 })),
    http.post('*/auth/verify-token', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ message: '', reset_token: 'proof-1' })
    }),
  )
  const { user } = show({ is_sms_active: false })
  await user.type(screen.getByLabelText('Email'), 'asha@example.com{Enter}')
  const code = await screen.findByLabelText('Six-digit code')
  expect(screen.getByRole('button', { name: /^Resend in 0:(40|39)/ })).toBeDisabled()
  await user.type(code, '123456')
  expect(await screen.findByLabelText('New password')).toBeVisible()
  expect(sent).toEqual([{ verification_method: 'email', email: 'asha@example.com', reset_token: '123456' }])
})

test('AUTH-08 without a recovery method the page links to the support', () => {
  show({ is_mail_active: false, is_sms_active: false })
  expect(screen.getByRole('heading', { name: 'Sorry, Something Went Wrong' })).toBeVisible()
  expect(screen.getByText('Please try again after some time or Contact with our support team.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Help & Support' })).toHaveAttribute('href', '/help-and-support')
})
