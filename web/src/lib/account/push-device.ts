import { subscribePush, unsubscribePush } from '@/lib/api/sdk.gen'
import { read, write } from '@/lib/scope/local-storage'
import { currentScope } from '@/lib/scope/scope'

/** Whether this browser can show notifications. Do not call it while rendering on the server. */
export const supportsPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** dismissed: the person did not allow notifications. failed: the browser could not subscribe. */
export class PushError extends Error {
  readonly why: 'dismissed' | 'failed'
  constructor(why: PushError['why']) {
    super(why)
    this.why = why
  }
}

type DeviceState = { permission: NotificationPermission; isSubscribed: boolean }

/** What the browser says; whether the server knows the subscription is for the server to say. */
export async function deviceState(key: string): Promise<DeviceState> {
  const permission = Notification.permission
  const subscription = permission === 'granted' ? await currentSubscription() : undefined
  return { permission, isSubscribed: subscription !== undefined && hasKey(subscription, key) }
}

/** Switches the notifications on: in the browser, which may ask the person, then at the server. */
export async function switchOn(key: string) {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushError('dismissed')
  await save(await subscribe(key))
}

/** Switches them off. The server comes first: without it, they would still be sent. */
export async function switchOff() {
  await unsubscribePush({ ...call(), throwOnError: true })
  await forgetDevice()
}

/**
 * Ends the browser's subscription, and removes what is shown: the next person may be somebody else
 * (C2). The server ends its own with the session.
 */
export async function forgetDevice() {
  write({ push_endpoint: null })
  if (!supportsPush()) return
  const worker = await navigator.serviceWorker.getRegistration()
  const shown = (await worker?.getNotifications()) ?? []
  shown.forEach((notification) => notification.close())
  await (await worker?.pushManager.getSubscription())?.unsubscribe()
}

/**
 * Tells the server the subscription that the browser has now, if it has replaced the one that was
 * switched on here (public/sw.js). The worker cannot: it does not know who is signed in.
 */
export async function renewDevice(key: string) {
  const before = read('push_endpoint')
  if (before === null || !supportsPush() || Notification.permission !== 'granted') return
  const now = await currentSubscription()
  if (now?.endpoint !== before || !hasKey(now, key)) await save(await subscribe(key))
}

const call = () => ({ headers: currentScope().headers }) as const

async function save(subscription: PushSubscription) {
  const { endpoint, keys = {} } = subscription.toJSON()
  const body = { endpoint: endpoint ?? '', keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
  try {
    await subscribePush({ ...call(), body, throwOnError: true })
  } catch (error) {
    await subscription.unsubscribe().catch(() => {})
    throw error
  }
  write({ push_endpoint: subscription.endpoint })
}

async function currentSubscription() {
  const worker = await navigator.serviceWorker.getRegistration()
  return (await worker?.pushManager.getSubscription()) ?? undefined
}

const patience = 20_000 // ms until the worker must have started

async function subscribe(key: string) {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new PushError('failed')), patience))
  try {
    // It may not be registered yet: that happens late (lib/page/service-worker.ts).
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    const { pushManager } = await Promise.race([navigator.serviceWorker.ready, late])
    const old = await pushManager.getSubscription()
    if (old && !hasKey(old, key)) await old.unsubscribe() // of a former key of the shop
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  } catch {
    throw new PushError('failed')
  }
}

/** Whether a subscription is for the shop's present key (base64url). */
function hasKey({ options }: PushSubscription, key: string) {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key
}
