import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { ConfigView, CustomerView, ErrorBody, UpdateProfileOutputBody } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { testCustomer, testToken } from '@/test/account-fixtures'
import { testShop } from '@/test/fixtures'
import { gate } from '@/test/gate'
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

/** Mocks the account: returns the responses in order and repeats the last one. Returns the requests. */
function mockAccount(customer: CustomerView, ...answers: Answer[]) {
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
const press = (name: string | RegExp) => screen.findByRole('button', { name })

beforeEach(() => {
  write({ token: testToken })
  sendCode.mockReset()
})

describe('PROF-01 the form', () => {
  test('shows the saved details and sends the changed ones', async () => {
    const asked = mockAccount(testCustomer, saved)
    const { user } = open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Edit Personal Details' })).toBeVisible()
    const name = await field('User name')
    expect(name).toHaveValue('Asha Rao')
    await user.clear(name)
    await user.type(name, 'Asha Suri Rao')
    await user.click(await press('Update Profile'))
    expect(await screen.findByText('Updated successfully.')).toBeVisible()
    expect(asked).toEqual([{ name: 'Asha Suri Rao' }])
  })

  test('PROF-04 keeps what was saved in another tab, and what was typed here', async () => {
    const asked = mockAccount(testCustomer, saved)
    const { user, queryClient } = open()
    await user.type(await field('Email'), '.in')
    mockAccount({ ...testCustomer, f_name: 'Usha', phone: '+12025550188', email: 'other@example.com' })
    await act(() => queryClient.invalidateQueries())
    await waitFor(() => expect(screen.getByLabelText('User name')).toHaveValue('Usha Rao'))
    expect(await field('Email')).toHaveValue('asha@example.com.in')
    const later = mockAccount(testCustomer, saved)
    await user.type(await field('Current password'), 'mango-lane-12')
    await user.click(await press('Update Profile'))
    await screen.findByText('Updated successfully.')
    expect([...asked, ...later]).toEqual([{ email: 'asha@example.com.in', current_password: 'mango-lane-12' }])
  })

  test('shows which fields are required or invalid', async () => {
    const asked = mockAccount(testCustomer, saved)
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

  test('an empty phone is refused if there was one', async () => {
    const asked = mockAccount({ ...testCustomer, is_phone_verified: 0 }, saved)
    const { user } = open()
    await user.clear(await field('Phone'))
    await user.click(await press('Update Profile'))
    expect(await field('Phone')).toHaveAccessibleDescription('Please give a phone number')
    expect(asked).toEqual([])
  })

  test('D30 a new password must have the town’s minimum length', async () => {
    mockAccount(testCustomer, saved)
    const { user } = open({ ...testShop, least_password: 10 })
    expect(await field('New password (optional)')).toHaveAttribute('placeholder', 'At least 10 characters')
    await user.type(await field('New password (optional)'), 'lantern-7')
    await user.click(await press('Update Profile'))
    expect(await field('New password (optional)')).toHaveAccessibleDescription(
      'Password is too short - should be 10 chars minimum.',
    )
  })

  test('needs both passwords and that they are equal, and clears them after saving', async () => {
    const asked = mockAccount(testCustomer, saved)
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

  test('Reset restores the saved values after a confirmation', async () => {
    mockAccount(testCustomer, saved)
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

  test('Go Back calls onBack', async () => {
    mockAccount(testCustomer, saved)
    const { user, onBack } = open()
    await user.click(await press('Go Back'))
    expect(onBack).toHaveBeenCalledOnce()
  })

  test('API-07 an error of a field is shown below it, any other as a toast', async () => {
    const message = 'This email is taken.'
    mockAccount(
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
  test('a verified contact is locked and described as not changeable', async () => {
    mockAccount({ ...testCustomer, is_phone_verified: 1, is_email_verified: 1 }, saved)
    open(withChannels)
    for (const name of ['Phone', 'Email']) {
      expect(await field(name)).toHaveAttribute('readonly')
      expect(await field(name)).toHaveAccessibleDescription('Not Changeable')
    }
    expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull()
  })

  test('without a channel for codes there is no Verify button', async () => {
    mockAccount(testCustomer, saved)
    open()
    await field('Phone')
    expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull()
  })
})

describe('a session alone changes neither password nor contacts', () => {
  test('a new password or e-mail needs the current password, a new name does not', async () => {
    const asked = mockAccount(testCustomer, saved)
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

  test('the password field appears while the phone is typed, so that no button moves when pressed', async () => {
    mockAccount(testCustomer, saved)
    const { user } = open()
    expect(screen.queryByLabelText('Current password')).toBeNull()
    await user.type(await field('Phone'), '9')
    expect(await field('Phone')).toHaveFocus()
    expect(await field('Current password')).toBeVisible()
    await user.keyboard('{Backspace}{Tab}')
    expect(screen.queryByLabelText('Current password')).toBeNull()
  })

  test('a customer without a password confirms with a code', async () => {
    const asked = mockAccount({ ...testCustomer, has_password: false, confirm_by: 'code' }, saved)
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

  test('AUTH-04 the next code waits 60 s, and one that is not complete is not sent', async () => {
    const asked = mockAccount({ ...testCustomer, has_password: false, confirm_by: 'code' }, saved)
    const sendCode = vi.fn(() =>
      HttpResponse.json({ message: 'We have sent you a code.', verification_on: 'phone', to: '+12025550123' }),
    )
    server.use(http.post('*/customer/confirm-code', sendCode))
    const { user } = open()
    await user.type(await field('Email'), '.in')
    await user.click(await press('Send code'))
    expect(await press(/^Resend in (1:00|0:5\d)/)).toBeDisabled()
    expect(sendCode).toHaveBeenCalledOnce()
    await user.type(await field('Code'), '4242')
    await user.click(await press('Update Profile'))
    expect(await field('Code')).toHaveAccessibleDescription(/Please enter the code that we send you\./)
    expect(asked).toEqual([])
    vi.setSystemTime(Date.now() + 61_000)
    await user.click(await screen.findByRole('button', { name: 'Resend' }, { timeout: 3000 }))
    await waitFor(() => expect(sendCode).toHaveBeenCalledTimes(2))
  })

  test('AUTH-04 if a code is on its way, the button counts down as the server says, without an error', async () => {
    mockAccount({ ...testCustomer, has_password: false, confirm_by: 'code' }, saved)
    const message = 'A code is on its way. Please wait a moment before you ask for another.'
    const detail = { code_expires_in: 280, resend_in: 40 }
    server.use(
      http.post('*/customer/confirm-code', () =>
        HttpResponse.json({ errors: [{ code: 'too_many', message }], message, detail }, { status: 429 }),
      ),
    )
    const { user } = open()
    await user.type(await field('Email'), '.in')
    await user.click(await press('Send code'))
    expect(await press(/^Resend in 0:(40|39)/)).toBeDisabled()
    expect(await field('Code')).toHaveAccessibleDescription(/type the code that we sent to a phone or an email/)
    expect(screen.queryByText(message)).toBeNull()
  })

  test('a customer without a password who has just signed in needs no confirmation', async () => {
    const asked = mockAccount({ ...testCustomer, has_password: false, confirm_by: 'none' }, saved)
    const { user } = open()
    await user.type(await field('New password (optional)'), 'lantern-tide')
    await user.type(await field('Confirm password'), 'lantern-tide')
    await user.click(await press('Update Profile'))
    await screen.findByText('Updated successfully.')
    expect(asked).toHaveLength(1)
  })

  test('a wrong current password is shown below its field', async () => {
    const message = 'This is not your current password.'
    mockAccount(testCustomer, { errors: [{ code: 'invalid', field: 'current_password', message }], message })
    const { user } = open()
    await user.type(await field('New password (optional)'), 'lantern-tide')
    await user.type(await field('Confirm password'), 'lantern-tide')
    await user.type(await field('Current password'), 'wrong-one-1')
    await user.click(await press('Update Profile'))
    await waitFor(async () => expect(await field('Current password')).toHaveAccessibleDescription(message))
  })
})

describe('PROF-04 codes', () => {
  test('Verify sends only that contact, and the code verifies it', async () => {
    const asked = mockAccount(testCustomer, sent('email', '424242'), saved)
    const { user } = open({ ...withChannels, is_sms_active: false })
    await user.type(await field('New password (optional)'), 'lantern-tide')
    await user.click(await press('Verify'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Verify your email' }))
    expect(dialog.getByText('asha@example.com')).toBeVisible()
    expect(dialog.getByText(/For demo purpose use otp/)).toHaveTextContent('424242')
    await user.type(dialog.getByRole('textbox'), '424242')
    expect(await screen.findByText('Updated successfully.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await field('New password (optional)')).toHaveValue('lantern-tide')
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

  test('two new contacts need two codes, one after the other; a new password is sent once and confirms them', async () => {
    const asked = mockAccount(testCustomer, sent('phone'), sent('email'), saved)
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
      ['111111', 'SMS', undefined, 'lantern-tide'],
      ['222222', 'email', undefined, 'lantern-tide'],
    ])
  })

  test('who gives up the code has a new password already, and it confirms what is sent next', async () => {
    const asked = mockAccount(testCustomer, sent('email'), sent('email'), sent('email'))
    const { user } = open({ ...withChannels, is_sms_active: false })
    const email = await field('Email')
    await user.clear(email)
    await user.type(email, 'asha.new@example.com')
    await user.type(await field('New password (optional)'), 'lantern-tide')
    await user.type(await field('Confirm password'), 'lantern-tide')
    await user.type(await field('Current password'), 'mango-lane-12')
    await user.click(await press('Update Profile'))
    await screen.findByRole('dialog', { name: 'Verify your email' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await field('New password (optional)')).toHaveValue('')
    await user.click(await press('Update Profile'))
    await screen.findByRole('dialog', { name: 'Verify your email' })
    expect(asked.at(-1)).toMatchObject({ email: 'asha.new@example.com', current_password: 'lantern-tide' })
    expect(asked.at(-1)).not.toHaveProperty('password')
  })

  test('a wrong code is shown in the code dialog, and the contact stays unverified', async () => {
    const message = 'The code is not right.'
    mockAccount(testCustomer, sent('phone'), { errors: [{ code: 'code_wrong', field: 'otp', message }], message })
    const { user } = open({ ...withChannels, is_mail_active: false })
    await user.click(await press('Verify'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Verify your phone' }))
    await user.type(dialog.getByRole('textbox'), '000000')
    expect(await dialog.findByText(message)).toBeVisible()
  })

  test('AUTH-09 if another service sends the phone’s code, its session is sent along', async () => {
    sendCode.mockResolvedValue('session-1')
    const asked = mockAccount(testCustomer, sent('phone'), saved)
    const { user } = open(withFirebase)
    await user.click(await press('Verify'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Verify your phone' }))
    expect(sendCode).toHaveBeenCalledExactlyOnceWith(withFirebase.firebase, '+12025550123')
    await user.type(dialog.getByRole('textbox'), '333333')
    await screen.findByText('Updated successfully.')
    expect(asked.at(-1)).toMatchObject({ otp: '333333', session_info: 'session-1', verification_medium: 'firebase' })
  })

  test('API-07 an error of the other service is shown, except for an invalid number', async () => {
    mockAccount(testCustomer, sent('phone'))
    const [refuse, refused] = gate()
    sendCode.mockImplementationOnce(async () => {
      await refused
      throw Object.assign(new Error('Firebase: nonsense'), { code: 'auth/invalid-phone-number' })
    })
    sendCode.mockRejectedValueOnce({ code: 'auth/too-many', message: 'Firebase: Try later (auth/too-many).' })
    const { user } = open(withFirebase)
    const verify = await press('Verify')
    await user.click(verify)
    await waitFor(() => expect(sendCode).toHaveBeenCalledTimes(1))
    expect(verify).toHaveAttribute('aria-disabled', 'true') // not `disabled`, which loses the focus
    refuse()
    await waitFor(() => expect(verify).not.toHaveAttribute('aria-disabled'))
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
  ])('%s is refused with a message', async (name, type, size, words) => {
    mockAccount(testCustomer, saved)
    const { user } = open()
    await user.click(await press('Change photo'))
    const dialog = await screen.findByRole('dialog', { name: 'Your photo' })
    const input = dialog.querySelector<HTMLInputElement>('input[type=file]')
    expect(input).toBeTruthy()
    // The browser does not filter dropped files, so the test removes the filter.
    input?.removeAttribute('accept')
    await user.upload(input as HTMLInputElement, new File([new Uint8Array(size)], name, { type }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(words)
    expect(within(dialog).queryByRole('button', { name: 'Use this photo' })).toBeNull()
  })
})
