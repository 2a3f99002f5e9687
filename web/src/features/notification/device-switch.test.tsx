import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { NotificationSettingsOutputBody, SubscribePushData } from '@/lib/api/types.gen'
import { read, write } from '@/lib/scope/local-storage'
import { renewDevice } from '@/lib/account/push-device'
import { testCustomer, testToken } from '@/test/account-fixtures'
import { testShop } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { NotificationSettings } from './notification-settings'

const key = 'BPPl-_E'
const shop = { ...testShop, push_public_key: key }

const Page = () => (
  <>
    <NotificationSettings />
    <Toasts />
  </>
)

/** What the browser's part of web push does here. */
const browser = {
  permission: 'default' as NotificationPermission,
  answer: 'granted' as NotificationPermission,
  subscription: null as ReturnType<typeof subscription> | null,
  subscribed: 0,
  breaks: false,
}

function subscription(endpoint: string, of: string) {
  const bytes = Uint8Array.from(atob(of.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
  return {
    endpoint,
    options: { applicationServerKey: bytes.buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: 'point', auth: 'secret' } }),
    unsubscribe: () => {
      browser.subscription = null
      return Promise.resolve(true)
    },
  }
}

const close = vi.fn()

const registration = {
  getNotifications: () => Promise.resolve([{ close }]),
  pushManager: {
    getSubscription: () => Promise.resolve(browser.subscription),
    subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (browser.breaks) return Promise.reject(new DOMException('no push service', 'AbortError'))
      browser.subscription ??= subscription(`https://push.example.com/${++browser.subscribed}`, applicationServerKey)
      return Promise.resolve(browser.subscription)
    },
  },
}

beforeEach(() => {
  Object.assign(browser, { permission: 'default', answer: 'granted', subscription: null, subscribed: 0, breaks: false })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission
    },
    requestPermission: () => Promise.resolve((browser.permission = browser.answer)),
  })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      getRegistration: () => Promise.resolve(registration),
      register: () => Promise.resolve(registration),
      ready: Promise.resolve(registration),
    },
  })
})

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  vi.unstubAllGlobals()
})

const refusal = () => HttpResponse.json({ errors: [], message: 'Not now.' }, { status: 503 })

/** A server that knows the device or not. It refuses what refused names. */
function serverHas(hasDevice: boolean, refused?: 'POST' | 'DELETE') {
  write({ token: testToken })
  const now = { hasDevice, saved: [] as SubscribePushData['body'][] }
  server.use(
    http.get('*/customer/info', () => HttpResponse.json(testCustomer)),
    http.get('*/notifications/settings', () =>
      HttpResponse.json<NotificationSettingsOutputBody>({
        order_mail: true,
        alerts: true,
        alert_mail: false,
        can_mail: false,
        has_device: now.hasDevice,
      }),
    ),
    http.post<never, SubscribePushData['body']>('*/push-subscriptions', async ({ request }) => {
      if (refused === 'POST') return refusal()
      now.saved.push(await request.json())
      now.hasDevice = true
      return HttpResponse.json({ message: 'ok' })
    }),
    http.delete('*/push-subscriptions', () => {
      if (refused === 'DELETE') return refusal()
      now.hasDevice = false
      return HttpResponse.json({ message: 'ok' })
    }),
  )
  return now
}

const device = () => screen.findByRole('checkbox', { name: /^Notifications on this device/ })
const settled = async () => waitFor(async () => expect(await device()).toBeEnabled())

test('PROF-06 notifications on this device are switched on and off', async () => {
  const now = serverHas(false)
  const { user } = renderApp(<Page />, { shop })
  expect(await device()).not.toBeChecked()
  expect(browser.permission).toBe('default') // nobody was asked before the tap
  await user.click(await device())
  await settled()
  expect(await device()).toBeChecked()
  expect(now.saved).toEqual([{ endpoint: 'https://push.example.com/1', keys: { p256dh: 'point', auth: 'secret' } }])
  await user.click(await device())
  await settled()
  expect(await device()).not.toBeChecked()
  expect(now.hasDevice).toBe(false)
  expect(browser.subscription).toBeNull()
  expect(read('push_endpoint')).toBeNull()
  expect(close).toHaveBeenCalled() // what is shown may be another person's to see (C2)
})

test.each([
  ['is on after a reload', true, 'granted', key, true],
  ['is off if the server no longer knows the device', false, 'granted', key, false],
  ['is off if the browser has another key', true, 'granted', 'AAAA', false],
  ['is off if the permission was taken back', true, 'default', key, false],
] as const)('PROF-06 the switch of this device %s', async (_, known, permission, of, on) => {
  serverHas(known)
  Object.assign(browser, { permission, subscription: subscription('https://push.example.com/1', of) })
  renderApp(<Page />, { shop })
  expect(await device()).toHaveProperty('checked', on)
})

test('PROF-06 a browser that blocks notifications says what to do', async () => {
  serverHas(false)
  browser.permission = 'denied'
  renderApp(<Page />, { shop })
  expect(await device()).toBeDisabled()
  expect(screen.getByText(/^Your browser blocks notifications/)).toBeVisible()
})

test('PROF-06 a question that was not answered leaves the switch off', async () => {
  const now = serverHas(false)
  browser.answer = 'default'
  const { user } = renderApp(<Page />, { shop })
  await user.click(await device())
  expect(await screen.findByText(/^You have not allowed notifications/)).toBeVisible()
  await settled()
  expect(await device()).not.toBeChecked()
  expect(now.saved).toEqual([])
})

test('PROF-06 a browser without a push service says so, and the next tap tries again', async () => {
  serverHas(false)
  browser.breaks = true
  const { user } = renderApp(<Page />, { shop })
  await user.click(await device())
  expect(await screen.findByText(/^Your browser could not switch/)).toBeVisible()
  await settled()
  expect(await device()).not.toBeChecked()
  browser.breaks = false
  await user.click(await device())
  await settled()
  expect(await device()).toBeChecked()
})

test('PROF-06 a server that refuses leaves the switch as it was, on or off', async () => {
  serverHas(false, 'POST')
  const { user } = renderApp(<Page />, { shop })
  await user.click(await device())
  expect(await screen.findByText('Not now.')).toBeVisible()
  await settled()
  expect(await device()).not.toBeChecked()
  expect(browser.subscription).toBeNull()
})

test('PROF-06 a device that could not be switched off stays on', async () => {
  serverHas(true, 'DELETE')
  Object.assign(browser, { permission: 'granted', subscription: subscription('https://push.example.com/1', key) })
  const { user } = renderApp(<Page />, { shop })
  await user.click(await device())
  expect(await screen.findByText('Not now.')).toBeVisible()
  await settled()
  expect(await device()).toBeChecked()
  expect(browser.subscription).not.toBeNull()
})

test('PROF-06 a shop without keys and a browser without push have no switch', async () => {
  serverHas(false)
  const { unmount } = renderApp(<Page />)
  expect(await screen.findByRole('checkbox', { name: /^Alerts about my wishlist/ })).toBeVisible()
  await vi.dynamicImportSettled()
  expect(screen.queryByRole('checkbox', { name: /^Notifications on this device/ })).toBeNull()
  unmount()
  Reflect.deleteProperty(window, 'PushManager')
  renderApp(<Page />, { shop })
  expect(await screen.findByRole('checkbox', { name: /^Alerts about my wishlist/ })).toBeVisible()
  await vi.dynamicImportSettled()
  expect(screen.queryByRole('checkbox', { name: /^Notifications on this device/ })).toBeNull()
})

test('PROF-06 a subscription that the browser has replaced is told to the server, once', async () => {
  const now = serverHas(true)
  Object.assign(browser, { permission: 'granted', subscription: subscription('https://push.example.com/new', key) })
  await renewDevice(key)
  expect(now.saved).toEqual([]) // it was not switched on here
  write({ push_endpoint: 'https://push.example.com/old' })
  await renewDevice(key)
  await renewDevice(key)
  expect(now.saved.map(({ endpoint }) => endpoint)).toEqual(['https://push.example.com/new'])
})
