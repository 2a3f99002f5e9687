import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { ErrorBody, SessionView } from '@/lib/api/types.gen'
import { focusFirstInvalid } from '@/lib/page/focus-invalid'
import { currentScope } from '@/lib/scope/scope'
import '@/lib/account/push-device' // its lazy load must not outlive the test that started it
import { write } from '@/lib/scope/local-storage'
import { storedTheme } from '@/lib/scope/theme-setting'
import { testCustomer, testToken } from '@/test/account-fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { DeleteAccount } from './delete-account'
import { Sessions } from './sessions'
import { Settings } from './settings'

beforeEach(() => write({ token: testToken }))

test('PROF-06 I18N-02 the theme is chosen and stored, or follows the device', async () => {
  const { user } = renderApp(<Settings language={<p>English</p>} />)
  expect(screen.getByRole('region', { name: 'Language' })).toHaveTextContent('English')
  expect(screen.getByRole('radio', { name: 'As this device' })).toBeChecked()
  await user.click(screen.getByRole('radio', { name: 'Dark' }))
  await waitFor(() => expect(storedTheme()).toBe('dark'))
  expect(screen.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await user.click(screen.getByRole('radio', { name: 'As this device' }))
  await waitFor(() => expect(storedTheme()).toBeUndefined())
})

describe('PROF-06 sessions', () => {
  const here: SessionView = {
    id: 1,
    device: 'Chrome on Linux',
    is_current: true,
    created_at: '2026-11-20T10:00:00Z',
    last_seen_at: '2026-11-21T10:00:00Z',
  }
  const phone: SessionView = { ...here, id: 2, device: 'Safari on iPhone', is_current: false }

  test('the current device is marked, and another can be signed out', async () => {
    let sessions = [here, phone]
    server.use(
      http.get('*/customer/sessions', () => HttpResponse.json({ sessions })),
      http.delete('*/customer/sessions/:id', ({ params }) => {
        sessions = sessions.filter(({ id }) => id !== Number(params.id))
        return HttpResponse.json({ message: 'Signed out there.' })
      }),
    )
    const { user } = renderApp(
      <>
        <Sessions />
        <Toasts />
      </>,
    )
    const rows = await screen.findAllByRole('listitem')
    expect(rows[0]).toHaveTextContent('Chrome on LinuxThis device')
    expect(within(rows[0] as HTMLElement).queryByRole('button')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sign out on Safari on iPhone' }))
    expect(await screen.findByText('Signed out there.')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
  })

  test('AUTH-10 all other devices are signed out by one call, and the focus stays on the page', async () => {
    let sessions = [here, phone, { ...phone, id: 3, device: 'Firefox on Windows' }]
    const ended = vi.fn<() => void>()
    server.use(
      http.get('*/customer/sessions', () => HttpResponse.json({ sessions })),
      http.delete('*/customer/sessions', () => {
        ended()
        sessions = [here]
        return HttpResponse.json({ message: '2 other devices have been signed out.' })
      }),
    )
    const { user } = renderApp(
      <>
        <Sessions />
        <Toasts />
      </>,
    )
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
    expect(await screen.findByText('2 other devices have been signed out.')).toBeVisible()
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(ended).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Where you are signed in' })).toHaveFocus())
  })
})

describe('PROF-05 deleting the account', () => {
  function open() {
    server.use(http.get('*/customer/info', () => HttpResponse.json(testCustomer)))
    const onDeleted = vi.fn<() => void>()
    const view = renderApp(
      <>
        <DeleteAccount onDeleted={onDeleted} />
        <Toasts />
      </>,
    )
    return { ...view, onDeleted }
  }
  const confirm = async () =>
    within(await screen.findByRole('dialog', { name: 'Delete your account?' })).getByRole('button', { name: 'Delete' })

  test('asks for a confirmation, then signs out and calls onDeleted', async () => {
    const deleted = vi.fn<(body: unknown) => void>()
    server.use(
      http.delete('*/customer', async ({ request }) => {
        deleted(await request.json())
        return HttpResponse.json({ message: 'Account has been deleted' })
      }),
    )
    const { user, onDeleted } = open()
    await user.click(screen.getByRole('button', { name: 'Delete account' }))
    const yes = await confirm()
    expect(deleted).not.toHaveBeenCalled()
    await user.type(await screen.findByLabelText('Current password'), 'mango-lane-12')
    await user.click(yes)
    expect(await screen.findByText('Account has been deleted')).toBeVisible()
    expect(deleted).toHaveBeenCalledExactlyOnceWith({
      current_password: 'mango-lane-12',
      forfeits: { wallet_balance: 0, loyalty_point: 0 },
    })
    expect(onDeleted).toHaveBeenCalledOnce()
    expect(currentScope().signedIn).toBe(false)
  })

  test('C2 nothing on the device names the person any more: no remembered email, no notification', async () => {
    const close = vi.fn<() => void>()
    const unsubscribe = vi.fn<() => Promise<boolean>>().mockResolvedValue(true)
    const registration = {
      getNotifications: () => Promise.resolve([{ close }]),
      pushManager: { getSubscription: () => Promise.resolve({ unsubscribe }) },
    }
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', class {})
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: { getRegistration: () => Promise.resolve(registration) },
    })
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'serviceWorker')
      vi.unstubAllGlobals()
    })
    server.use(http.delete('*/customer', () => HttpResponse.json({ message: 'Account has been deleted' })))
    write({ userDatafor: '{"email_or_phone":"asha@example.com"}', push_endpoint: 'https://push.example.com/1' })
    const { user } = open()
    await user.click(screen.getByRole('button', { name: 'Delete account' }))
    await user.type(await screen.findByLabelText('Current password'), 'mango-lane-12')
    await user.click(await confirm())
    await waitFor(() => expect(unsubscribe).toHaveBeenCalled())
    expect(close).toHaveBeenCalled()
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/asha@|push\.example/)
  })

  test('PROF-05 a session alone cannot delete the account: the password field says so, and gets the focus', async () => {
    onTestFinished(focusFirstInvalid())
    const message = 'Please enter your current password.'
    server.use(
      http.delete('*/customer', () =>
        HttpResponse.json<ErrorBody>(
          { errors: [{ code: 'invalid', field: 'current_password', message }], message },
          { status: 422 },
        ),
      ),
    )
    const { user, onDeleted } = open()
    await user.click(screen.getByRole('button', { name: 'Delete account' }))
    await user.click(await confirm())
    const field = await screen.findByLabelText('Current password')
    await waitFor(() => expect(field).toHaveAccessibleDescription(message))
    await waitFor(() => expect(field).toHaveFocus())
    expect(onDeleted).not.toHaveBeenCalled()
  })

  test('AUTH-04 a code that is not complete deletes nothing, and its field says so', async () => {
    const { user, onDeleted } = open()
    server.use(http.get('*/customer/info', () => HttpResponse.json({ ...testCustomer, confirm_by: 'code' })))
    await user.click(screen.getByRole('button', { name: 'Delete account' }))
    const yes = await confirm()
    await user.type(await screen.findByLabelText('Code'), '4242')
    await user.click(yes) // a request without a handler would fail the test
    expect(await screen.findByLabelText('Code')).toHaveAccessibleDescription(/Please enter the code/)
    expect(onDeleted).not.toHaveBeenCalled()
  })

  test('without a connection the dialog and the password stay, and the deletion can be tried again', async () => {
    server.use(http.delete('*/customer', () => HttpResponse.error()))
    const { user, onDeleted } = open()
    await user.click(screen.getByRole('button', { name: 'Delete account' }))
    await confirm()
    await user.type(await screen.findByLabelText('Current password'), 'mango-lane-12{Enter}')
    expect(await screen.findByText(/^No connection\./)).toBeVisible()
    expect(screen.getByLabelText('Current password')).toHaveValue('mango-lane-12')
    server.use(http.delete('*/customer', () => HttpResponse.json({ message: 'Account has been deleted' })))
    await user.click(await confirm())
    expect(await screen.findByText('Account has been deleted')).toBeVisible()
    expect(onDeleted).toHaveBeenCalledOnce()
  })

  test('PROF-05 the dialog says what is lost, and says it again if that has changed', async () => {
    const deleted = vi.fn<(body: unknown) => void>()
    const message = 'Your wallet or your points have changed meanwhile. Please look again.'
    const { user, onDeleted } = open()
    const answerCustomer = (wallet_balance: number, loyalty_point: number) =>
      server.use(
        http.get('*/customer/info', () => HttpResponse.json({ ...testCustomer, wallet_balance, loyalty_point })),
      )
    answerCustomer(12.5, 1)
    server.use(
      http.delete('*/customer', async ({ request }) => {
        deleted(await request.json())
        if (deleted.mock.calls.length > 1) return HttpResponse.json({ message: 'Account has been deleted' })
        return HttpResponse.json<ErrorBody>(
          { errors: [{ code: 'conflict', field: 'forfeits', message }], message },
          { status: 409 },
        )
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Delete account' }))
    const yes = await confirm()
    const dialog = screen.getByRole('dialog')
    await waitFor(() => expect(dialog).toHaveTextContent('The $12.50 in your wallet will be lost.'))
    expect(dialog).toHaveTextContent('Your 1 point will be lost.')
    await user.type(await screen.findByLabelText('Current password'), 'mango-lane-12')
    answerCustomer(20, 0)
    await user.click(yes)
    expect(await screen.findByText(message)).toBeVisible()
    expect(dialog).toHaveTextContent('The $20.00 in your wallet will be lost.')
    expect(dialog).not.toHaveTextContent('point')
    expect(onDeleted).not.toHaveBeenCalled()
    await user.click(yes)
    await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce())
    expect(deleted.mock.calls).toMatchObject([
      [{ forfeits: { wallet_balance: 12.5, loyalty_point: 1 } }],
      [{ forfeits: { wallet_balance: 20, loyalty_point: 0 } }],
    ])
  })

  test('API-07 only the first error is shown, and the customer stays signed in', async () => {
    const errors = ['An order is running.', 'Something else.'].map((message) => ({ code: 'conflict', message }))
    server.use(
      http.delete('*/customer', () =>
        HttpResponse.json<ErrorBody>({ errors, message: 'Something else.' }, { status: 409 }),
      ),
    )
    const { user, onDeleted } = open()
    await user.click(screen.getByRole('button', { name: 'Delete account' }))
    await user.click(await confirm())
    expect(await screen.findByText('An order is running.')).toBeVisible()
    expect(screen.queryByText('Something else.')).toBeNull()
    expect(onDeleted).not.toHaveBeenCalled()
    expect(currentScope().signedIn).toBe(true)
  })
})
