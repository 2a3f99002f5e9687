import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/toasts'
import type { ConfigView, CustomerView, ErrorBody, UpdateProfileOutputBody } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { testCustomer, testToken } from '@/test/account-fixtures'
import { testShop } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { Profile } from './profile'

const sendCode = vi.hoisted(() => vi.fn<() => Promise<string>>())
vi.mock('@/lib/account/firebase', () => ({ sendCode }))

const withChannels: ConfigView = { ...testShop, is_mail_active: true, is_sms_active: true }
const withFirebase: ConfigView = {
  ...testShop,
  firebase_otp_verification: 1,
  firebase: { api_key: 'key', auth_domain: 'auth.example', project_id: 'town', emulator_url: '' },
}

type Sent = Record<string, string>
type Answer = UpdateProfileOutputBody | ErrorBody

const saved: UpdateProfileOutputBody = { message: 'Updated successfully.', otp_send: false }
const sent = (on: 'phone' | 'email', demo_otp?: string): UpdateProfileOutputBody => ({
  message: 'A code is on its way.',
  otp_send: true,
  verification_on: on,
  demo_otp,
})

/** Answers in turn, the last one again and again; keeps what was sent. */
function accounts(customer: CustomerView, ...answers: Answer[]) {
  const asked: Sent[] = []
  server.use(
    http.get('*/customer/info', () => HttpResponse.json(customer)),
    http.post('*/customer/update-profile', async ({ request }) => {
      const form = await request.formData()
      asked.push(
        Object.fromEntries([...form].map(([key, value]) => [key, typeof value === 'string' ? value : value.type])),
      )
      const answer = answers[Math.min(asked.length, answers.length) - 1]
      return HttpResponse.json(answer, { status: answer && 'errors' in answer ? 422 : 200 })
    }),
  )
  return asked
}

function open(shop = testShop) {
  const onBack = vi.fn<() => void>()
  const view = renderApp(
    <>
      <Profile onBack={onBack} />
      <Toasts />
    </>,
    { shop },
  )
  return { ...view, onBack }
}

const field = (name: string) => screen.findByLabelText(name)
const press = (name: string) => screen.findByRole('button', { name })

beforeEach(() => {
  write({ token: testToken })
  sendCode.mockReset()
})

describe('PROF-01 the form', () => {
  test('shows what is known, and sends what was changed', async () => {
    const asked = accounts(testCustomer, saved)
    const { user } = open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Edit Personal Details' })).toBeVisible()
    const name = await field('User name')
    expect(name).toHaveValue('Asha Rao')
    await user.clear(name)
    await user.type(name, 'Asha Suri Rao')
    await user.click(await press('Update Profile'))
    expect(await screen.findByText('Updated successfully.')).toBeVisible()
    expect(asked).toEqual([{ name: 'Asha Suri Rao', email: 'asha@example.com', phone: '+12025550123' }])
  })

  test('says what it needs', async () => {
    const asked = accounts(testCustomer, saved)
    const { user } = open()
    await user.clear(await field('User name'))
    await user.clear(await field('Email'))
    await user.type(await field('New password (optional)'), 'short')
    await user.click(await press('Update Profile'))
    expect(await field('User name')).toHaveAccessibleDescription('Name is required')
    expect(await field('Email')).toHaveAccessibleDescription('Email is required')
    expect(await field('New password (optional)')).toHaveAccessibleDescription(
      'Password is too short - should be 6 chars minimum.',
    )
    await user.type(await field('Email'), 'asha@')
    await user.click(await press('Update Profile'))
    expect(await field('Email')).toHaveAccessibleDescription('Must be a valid email')
    expect(asked).toEqual([])
  })

  test('an emptied phone is refused, where there was one', async () => {
    const asked = accounts({ ...testCustomer, is_phone_verified: 0 }, saved)
    const { user } = open()
    await user.clear(await field('Phone'))
    await user.click(await press('Update Profile'))
    expect(await field('Phone')).toHaveAccessibleDescription('Please give a phone number')
    expect(asked).toEqual([])
  })

  test('D30 a new password is as long as the town says', async () => {
    accounts(testCustomer, saved)
    const { user } = open({ ...testShop, least_password: 10 })
    expect(await field('New password (optional)')).toHaveAttribute('placeholder', 'At least 10 characters')
    await user.type(await field('New password (optional)'), 'lantern-7')
    await user.click(await press('Update Profile'))
    expect(await field('New password (optional)')).toHaveAccessibleDescription(
      'Password is too short - should be 10 chars minimum.',
    )
  })

  test('takes both passwords or neither, and equal; then forgets them', async () => {
    const asked = accounts(testCustomer, saved)
    const { user } = open()
    await user.type(await field('New password (optional)'), 'lantern-tide')
    await user.click(await press('Update Profile'))
    expect(await field('Confirm password')).toHaveAccessibleDescription('Passwords must match')
    await user.type(await field('Confirm password'), 'lantern-tide')
    await user.type(await field('Current password'), 'mango-lane-12')
    await user.click(await press('Update Profile'))
    await screen.findByText('Updated successfully.')
    expect(asked).toMatchObject([
      { password: 'lantern-tide', confirm_password: 'lantern-tide', current_password: 'mango-lane-12' },
    ])
    expect(await field('New password (optional)')).toHaveValue('')
  })

  test('Reset asks first, and then takes back what was typed', async () => {
    accounts(testCustomer, saved)
    const { user } = open()
    const name = await field('User name')
    await user.type(name, ' Junior')
    await user.click(await press('Reset'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure, you want to reset?' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(name).toHaveValue('Asha Rao Junior')
    await user.click(await press('Reset'))
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Are you sure, you want to reset?' })).getByRole('button', {
        name: 'Reset',
      }),
    )
    expect(name).toHaveValue('Asha Rao')
  })

  test('Go Back leads back', async () => {
    accounts(testCustomer, saved)
    const { user, onBack } = open()
    await user.click(await press('Go Back'))
    expect(onBack).toHaveBeenCalledOnce()
  })

  test('API-07 a refusal of a field stands under it, any other is the message', async () => {
    const message = 'This email is taken.'
    accounts(
      testCustomer,
      { errors: [{ code: 'invalid', field: 'email', message }], message },
      { errors: [], message: 'Not now, please.' },
    )
    const { user } = open()
    await user.click(await press('Update Profile'))
    await waitFor(async () => expect(await field('Email')).toHaveAccessibleDescription(message))
    await user.click(await press('Update Profile'))
    expect(await screen.findByText('Not now, please.')).toBeVisible()
  })
})

describe('PROF-02 contacts', () => {
  test('what is verified is locked, and says so', async () => {
    accounts({ ...testCustomer, is_phone_verified: 1, is_email_verified: 1 }, saved)
    open(withChannels)
    for (const name of ['Phone', 'Email']) {
      expect(await field(name)).toHaveAttribute('readonly')
      expect(await field(name)).toHaveAccessibleDescription('Not Changeable')
    }
    expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull()
  })

  test('what cannot be verified here has no button for it', async () => {
    accounts(testCustomer, saved)
    open()
    await field('Phone')
    expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull()
  })
})

describe('a session alone changes neither password nor contacts', () => {
  test('a new password or e-mail asks for the current password, a new name does not', async () => {
    const asked = accounts(testCustomer, saved)
    const { user } = open()
    await user.type(await field('User name'), ' Suri')
    expect(screen.queryByLabelText('Current password')).toBeNull()
    await user.type(await field('Email'), '.in')
    await user.click(await press('Update Profile'))
    expect(await field('Current password')).toHaveAccessibleDescription('Please enter your current password.')
    expect(asked).toEqual([])
    await user.type(await field('Current password'), 'mango-lane-12')
    await user.click(await press('Update Profile'))
    await screen.findByText('Updated successfully.')
    expect(asked).toMatchObject([{ email: 'asha@example.com.in', current_password: 'mango-lane-12' }])
  })

  test('a phone that is being typed asks for the password already: no field comes while a button is pressed', async () => {
    accounts(testCustomer, saved)
    const { user } = open()
    expect(screen.queryByLabelText('Current password')).toBeNull()
    await user.type(await field('Phone'), '9')
    expect(await field('Phone')).toHaveFocus()
    expect(await field('Current password')).toBeVisible()
    await user.keyboard('{Backspace}{Tab}')
    expect(screen.queryByLabelText('Current password')).toBeNull()
  })

  test('who has no password confirms by a code', async () => {
    const asked = accounts({ ...testCustomer, has_password: false, confirm_by: 'code' }, saved)
    server.use(
      http.post('*/customer/confirm-code', () =>
        HttpResponse.json({
          message: 'We have sent you a code.',
          verification_on: 'phone',
          to: '+12025550123',
          demo_otp: '424242',
        }),
      ),
    )
    const { user } = open()
    await user.type(await field('New password (optional)'), 'lantern-tide')
    await user.type(await field('Confirm password'), 'lantern-tide')
    await user.click(await press('Update Profile'))
    expect(await field('Code')).toHaveAccessibleDescription(/Please enter the code that we send you\./)
    await user.click(await press('Send code'))
    expect(await screen.findByText('We have sent you a code.')).toBeVisible()
    expect(await field('Code')).toHaveAccessibleDescription(/we sent to \+12025550123/)
    expect(screen.getByText('424242')).toBeVisible()
    await user.type(await field('Code'), '424242')
    await user.click(await press('Update Profile'))
    await screen.findByText('Updated successfully.')
    expect(asked).toMatchObject([{ password: 'lantern-tide', confirm_otp: '424242' }])
  })

  test('who has just signed in without one is asked for nothing', async () => {
    const asked = accounts({ ...testCustomer, has_password: false, confirm_by: 'none' }, saved)
    const { user } = open()
    await user.type(await field('New password (optional)'), 'lantern-tide')
    await user.type(await field('Confirm password'), 'lantern-tide')
    await user.click(await press('Update Profile'))
    await screen.findByText('Updated successfully.')
    expect(asked).toHaveLength(1)
  })

  test('a wrong current password is said under it', async () => {
    const message = 'This is not your current password.'
    accounts(testCustomer, { errors: [{ code: 'invalid', field: 'current_password', message }], message })
    const { user } = open()
    await user.type(await field('New password (optional)'), 'lantern-tide')
    await user.type(await field('Confirm password'), 'lantern-tide')
    await user.type(await field('Current password'), 'wrong-one-1')
    await user.click(await press('Update Profile'))
    await waitFor(async () => expect(await field('Current password')).toHaveAccessibleDescription(message))
  })
})

describe('PROF-04 codes', () => {
  test('Verify sends that contact alone; the code ends it', async () => {
    const asked = accounts(testCustomer, sent('email', '424242'), saved)
    const { user } = open({ ...withChannels, is_sms_active: false })
    await user.click(await press('Verify'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Verify your email' }))
    expect(dialog.getByText('asha@example.com')).toBeVisible()
    expect(dialog.getByText(/For demo purpose use otp/)).toHaveTextContent('424242')
    await user.type(dialog.getByRole('textbox'), '424242')
    expect(await screen.findByText('Updated successfully.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked).toEqual([
      { email: 'asha@example.com', button_type: 'email' },
      {
        email: 'asha@example.com',
        button_type: 'email',
        otp: '424242',
        verification_on: 'email',
        verification_medium: 'email',
      },
    ])
  })

  test('two new contacts take two codes, one after the other; the password goes once', async () => {
    const asked = accounts(testCustomer, sent('phone'), sent('email'), saved)
    const { user } = open(withChannels)
    const phone = await field('Phone')
    await user.clear(phone)
    await user.type(phone, '2025550188')
    await user.type(await field('New password (optional)'), 'lantern-tide')
    await user.type(await field('Confirm password'), 'lantern-tide')
    await user.type(await field('Current password'), 'mango-lane-12')
    await user.click(await press('Update Profile'))
    const first = within(await screen.findByRole('dialog', { name: 'Verify your phone' }))
    expect(first.getByText('+12025550188')).toBeVisible()
    await user.type(first.getByRole('textbox'), '111111')
    const second = within(await screen.findByRole('dialog', { name: 'Verify your email' }))
    await user.type(second.getByRole('textbox'), '222222')
    await screen.findByText('Updated successfully.')
    expect(
      asked.map(({ otp, verification_medium: medium, password, current_password: current }) => [
        otp,
        medium,
        password,
        current,
      ]),
    ).toEqual([
      [undefined, undefined, 'lantern-tide', 'mango-lane-12'],
      ['111111', 'SMS', undefined, 'mango-lane-12'],
      ['222222', 'email', undefined, 'mango-lane-12'],
    ])
  })

  test('a wrong code is said at the code, and the contact stays as it was', async () => {
    const message = 'The code is not right.'
    accounts(testCustomer, sent('phone'), { errors: [{ code: 'code_wrong', field: 'otp', message }], message })
    const { user } = open({ ...withChannels, is_mail_active: false })
    await user.click(await press('Verify'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Verify your phone' }))
    await user.type(dialog.getByRole('textbox'), '000000')
    expect(await dialog.findByText(message)).toBeVisible()
  })

  test('AUTH-09 another service sends the phone’s code, and its name for it comes along', async () => {
    sendCode.mockResolvedValue('session-1')
    const asked = accounts(testCustomer, sent('phone'), saved)
    const { user } = open(withFirebase)
    await user.click(await press('Verify'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Verify your phone' }))
    expect(sendCode).toHaveBeenCalledExactlyOnceWith(withFirebase.firebase, '+12025550123')
    await user.type(dialog.getByRole('textbox'), '333333')
    await screen.findByText('Updated successfully.')
    expect(asked.at(-1)).toMatchObject({ otp: '333333', session_info: 'session-1', verification_medium: 'firebase' })
  })

  test('API-07 what the other service complains about is shown; a number that is none is not', async () => {
    accounts(testCustomer, sent('phone'))
    sendCode.mockRejectedValueOnce({ code: 'auth/invalid-phone-number', message: 'Firebase: nonsense' })
    sendCode.mockRejectedValueOnce({ code: 'auth/too-many', message: 'Firebase: Try later (auth/too-many).' })
    const { user } = open(withFirebase)
    const verify = await press('Verify')
    await user.click(verify)
    await waitFor(() => expect(sendCode).toHaveBeenCalledTimes(1))
    await waitFor(() => expect(verify).toBeEnabled())
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(verify)
    expect(await screen.findByText('Try later')).toBeVisible()
  })
})

describe('PROF-03 the photo', () => {
  const refused = 'This file format is not supported. Please upload JPG, PNG, JPEG, or GIF images only.'

  test.each([
    ['me.webp', 'image/webp', 10, refused],
    ['me.avif', 'image/avif', 10, refused],
    ['me.pdf', 'application/pdf', 10, refused],
    ['me.png', 'image/png', 25 * 1024 * 1024 + 1, 'The picture may have at most 25 MB.'],
  ])('%s is refused in words', async (name, type, size, words) => {
    accounts(testCustomer, saved)
    const { user } = open()
    await user.click(await press('Change photo'))
    const dialog = await screen.findByRole('dialog', { name: 'Your photo' })
    const input = dialog.querySelector<HTMLInputElement>('input[type=file]')
    expect(input).toBeTruthy()
    // Dropped files are not narrowed by the browser; neither is this one.
    input?.removeAttribute('accept')
    await user.upload(input as HTMLInputElement, new File([new Uint8Array(size)], name, { type }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(words)
    expect(within(dialog).queryByRole('button', { name: 'Use this photo' })).toBeNull()
  })
})
