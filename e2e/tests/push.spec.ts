import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { Customer } from '../customer.ts'
import { expect, test, type Page } from '../fixtures.ts'

test.use({ maps: false, serviceWorkers: 'allow' })

type Shown = { title: string; body: string; tag: string; close: () => void }
type WorkerScope = {
  shown: Shown[]
  opened: string[]
  WindowClient: { prototype: { navigate: unknown } }
  Clients: { prototype: { openWindow: unknown } }
  ServiceWorkerRegistration: { prototype: { showNotification: unknown } }
}

/** Lets the worker store its notifications, one for each tag: a headless browser cannot show them. */
function keepNotifications() {
  const scope = globalThis as unknown as WorkerScope
  scope.shown = []
  scope.ServiceWorkerRegistration.prototype.showNotification = (title: string, { body = '', tag = '', ...options }) => {
    const one = { title, body, tag, ...options, close: () => (scope.shown = scope.shown.filter((each) => each !== one)) }
    scope.shown = [...scope.shown.filter((each) => each.tag !== tag), one]
    return Promise.resolve()
  }
}

/** Hands the page's worker a push, as the browser does when its push service has sent one. */
async function pushTo(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready)
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  const worker = page.context().serviceWorkers()[0]!
  await worker.evaluate(keepNotifications)
  const origin = new URL(page.url()).origin
  return {
    deliver: (data: string) => devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }),
    shown: () =>
      worker.evaluate(() =>
        (globalThis as unknown as WorkerScope).shown.map(({ title, body, tag }) => ({ title, body, tag })),
      ),
    /** From now on the worker opens no page. Returns the addresses that it would have opened. */
    keepAddresses: async () => {
      await worker.evaluate(() => {
        const scope = globalThis as unknown as WorkerScope
        scope.opened = []
        const open = (address: string) => Promise.resolve(void scope.opened.push(address))
        scope.WindowClient.prototype.navigate = open
        scope.Clients.prototype.openWindow = open
      })
      return () => worker.evaluate(() => (globalThis as unknown as WorkerScope).opened)
    },
    /** Only a person can click a notification, so the worker is told the same. */
    click: (tag: string) =>
      worker.evaluate((wanted) => {
        const scope = globalThis as unknown as WorkerScope
        const event = new Event('notificationclick')
        const notification = scope.shown.find((each) => each.tag === wanted)
        dispatchEvent(Object.assign(event, { notification, waitUntil: () => {} }))
      }, tag),
  }
}

test('PROF-06 a push is shown, replaced by the next of its order, and opens its page in the open tab', async ({ page, context, api, visit }) => {
  await visit()
  await page.goto('/about-us')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload() // from now on the worker has this tab
  const { deliver, shown, click, keepAddresses } = await pushTo(page)
  const send = (of: object) => deliver(JSON.stringify({ title: 'Your order is on the way', text: 'Order 7', lang: 'en', ...of }))

  await test.step('a later status replaces an older one', async () => {
    await send({ title: 'Smash & Sons has accepted your order', link: '/order/7', tag: 'order-7' })
    await send({ link: '/help-and-support', tag: 'order-7' })
    await expect.poll(() => shown()).toEqual([{ title: 'Your order is on the way', body: 'Order 7', tag: 'order-7' }])
  })
  await test.step('a click opens its page, and no second tab', async () => {
    await click('order-7')
    await expect(page).toHaveURL(/\/help-and-support$/)
    expect(context.pages()).toHaveLength(1)
    await expect.poll(() => shown()).toEqual([])
  })
  await test.step('no page of another site is opened', async () => {
    for (const [tag, link] of Object.entries({ a: 'https://evil.example/x', b: '//evil.example/x', c: 'javascript:alert(1)', d: 'http://[' })) {
      await send({ link, tag })
      await expect.poll(async () => (await shown()).length).toBe(1)
      const opened = await keepAddresses()
      await click(tag)
      await expect.poll(opened).toEqual([`${api.url}/`])
    }
  })
  await test.step('what is no notification of the shop still shows something', async () => {
    await deliver('not JSON')
    await expect.poll(() => shown()).toEqual([{ title: '127.0.0.1', body: '', tag: '' }])
  })
})

/** Replaces the browser's push service, which needs the network, and its question. The server is the real one. */
function withoutPushService(keys: { p256dh: string; auth: string }) {
  const own = 'test-subscription'
  const make = (key: string) => {
    const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
    const endpoint = 'https://push.example.com/e2e'
    return {
      endpoint,
      options: { applicationServerKey: bytes.buffer },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: () => Promise.resolve(localStorage.removeItem(own) === undefined),
    }
  }
  const stored = () => localStorage.getItem(own)
  // A headless browser always denies the permission.
  let permission = localStorage.getItem(`${own}-allowed`) ?? 'default'
  Object.defineProperty(Notification, 'permission', { get: () => permission })
  Notification.requestPermission = () => {
    localStorage.setItem(`${own}-allowed`, (permission = 'granted'))
    return Promise.resolve('granted')
  }
  PushManager.prototype.getSubscription = () => Promise.resolve(stored() ? (make(stored()!) as never) : null)
  PushManager.prototype.subscribe = (options) => {
    const key = options?.applicationServerKey as string
    localStorage.setItem(own, key)
    return Promise.resolve(make(key) as never)
  }
}

test('PROF-06 TRAP_C2 a device is switched on, stays on after a reload, and is off after the sign-out', async ({ page, context, api, visit }) => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const point = publicKey.export({ type: 'spki', format: 'der' }).subarray(-65)
  await context.addInitScript(withoutPushService, { p256dh: point.toString('base64url'), auth: randomBytes(16).toString('base64url') })
  const customer = await Customer.signUp(api)
  await visit({ stored: customer.stored() })
  await page.goto('/settings')
  const device = page.getByRole('checkbox', { name: /^Notifications on this device/ })
  const hasDevice = async (token = customer.token) =>
    (await api.send<{ has_device: boolean }>('GET', '/notifications/settings', undefined, 'food', token)).has_device

  await expect(device).not.toBeChecked()
  await device.focus()
  await page.keyboard.press('Space')
  await expect(device).toBeChecked()
  await expect.poll(() => hasDevice()).toBe(true)
  await page.reload()
  await expect(device).toBeChecked()
  await page.getByText('Notifications on this device').click()
  await expect(device).not.toBeChecked()
  await expect.poll(() => hasDevice()).toBe(false)
  await page.getByText('Notifications on this device').click()
  await expect.poll(() => hasDevice()).toBe(true)

  await page.goto('/account')
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Logout', exact: true }).click()
  await expect(page.getByText('Logout successful.')).toBeVisible()
  expect(await page.evaluate(() => [localStorage.getItem('test-subscription'), localStorage.getItem('push_endpoint')])).toEqual([null, null])
  const again = await api.send<{ token: string }>('POST', '/auth/login', {
    login_type: 'manual', email_or_phone: customer.email, password: customer.password, field_type: 'email',
  })
  expect(await hasDevice(again.token)).toBe(false)
})
