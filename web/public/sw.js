// Shows pushed notifications, and caches what the storefront needs offline: its files, recent
// pictures, and a page without data. Responses of the API are never cached: a price could be
// old, or a cart another shopper's. The page itself stores the last cart
// (web/src/features/cart/last-cart.ts).
importScripts('/offline-files.js') // self.kept: changes with every build, and this worker with it

const files = `files-${self.kept.build}`
const pictures = 'pictures'
const maxPictures = 150 // pictures
const patience = 5000 // ms that a page may take before the kept one is shown
const shell = '/offline'

self.addEventListener('install', (event) => {
  // At once: the next tab that is opened gets all of this build. Open tabs go on with the
  // files of their own build, which stay (see activate).
  self.skipWaiting()
  event.waitUntil(caches.open(files).then((cache) => cache.addAll([...self.kept.files, shell])))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), deleteOldBuilds()]))
})

/** The build before this one stays, for tabs that were opened with it. */
async function deleteOldBuilds() {
  const others = (await caches.keys()).filter((name) => name.startsWith('files-') && name !== files)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return
  if (pathname === '/desk') return // a page of its own, which is nothing without the network
  if (pathname.startsWith('/media/')) event.respondWith(picture(event))
  else if (request.mode === 'navigate') event.respondWith(page(event))
  else if (/^\/(assets|languages)\//.test(pathname)) event.respondWith(asset(event))
  else if (self.kept.files.includes(pathname)) event.respondWith(fetch(request).catch(() => ofThisBuild(request)))
})

/** Looks only in this build's cache: the same name can be another file in each build. */
const ofThisBuild = (request) => caches.match(request, { cacheName: files })

/** The page as the server fills it; when that fails or takes too long, the kept one. */
async function page(event) {
  const fresh = Promise.resolve(event.preloadResponse).then((answer) => answer ?? fetch(event.request))
  event.waitUntil(fresh.then(renewShell).catch(() => {}))
  const late = new Promise((resolve) => setTimeout(resolve, patience)).then(() => ofThisBuild(shell))
  try {
    return (await Promise.race([fresh, late])) ?? (await fresh)
  } catch (error) {
    const kept = await ofThisBuild(shell)
    if (!kept) throw error
    return kept
  }
}

/** The shop's name, texts and language change: the kept page follows, unless it is another build's already. */
async function renewShell() {
  const answer = await fetch(shell)
  const text = await answer.clone().text()
  if (answer.ok && text.includes(self.kept.entry)) await (await caches.open(files)).put(shell, answer)
}

/**
 * The name changes with the content, so a cached file is never old. An instance that has another version of a town's own
 * language sends that one under the same name, which is not kept.
 */
async function asset(event) {
  const kept = await caches.match(event.request)
  if (kept) return kept
  const answer = await fetch(event.request)
  const isOther = answer.headers.get('cache-control') === 'no-cache'
  if (answer.ok && !isOther) event.waitUntil(keep(files, event.request, answer.clone()))
  return answer
}

/** Of pictures, only the last seen are kept. */
async function picture(event) {
  const kept = await caches.match(event.request)
  if (kept) return kept
  const answer = await fetch(event.request)
  if (answer.ok) event.waitUntil(keep(pictures, event.request, answer.clone()).then(deleteOldest))
  return answer
}

async function keep(name, request, answer) {
  await (await caches.open(name)).put(request, answer)
}

async function deleteOldest() {
  const cache = await caches.open(pictures)
  const all = await cache.keys()
  await Promise.all(all.slice(0, Math.max(0, all.length - maxPictures)).map((request) => cache.delete(request)))
}

/** A notification of the shop (internal/notification/push_message.go). A browser demands that each push shows one. */
self.addEventListener('push', (event) => {
  const { title, text, link, tag, lang } = readPush(event.data)
  // A later one of the same order takes the place of the one that is shown.
  event.waitUntil(
    self.registration.showNotification(title, {
      body: text,
      tag,
      lang,
      dir: 'auto',
      renotify: tag !== undefined,
      data: { link },
    }),
  )
})

function readPush(data) {
  try {
    const push = data.json()
    if (typeof push.title === 'string') return push
  } catch {
    // not of this shop
  }
  return { title: location.hostname }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(ownAddress(event.notification.data?.link)))
})

/** Only pages of this shop are opened. */
function ownAddress(link) {
  const address = URL.canParse(link ?? '/', location.origin)
    ? new URL(link ?? '/', location.origin)
    : new URL('/', location.origin)
  return address.origin === location.origin ? address.href : new URL('/', location.origin).href
}

/** Pages with forms, some of them in dialogs: a request for a refund, a review, a driver's licence. */
const withForms =
  /^\/(desk|checkout|auth|forgot-password|profile|wallet|order|trip|track-order|rental|parcel|store-registration|deliveryman-registration|application|newsletter)\b/

/**
 * In a tab that shows it; else in one where nothing is being filled in; else in a new one. A worker cannot navigate a
 * tab that was opened without it, such as the first, and after a focus it may open no other: a click allows one of both.
 */
async function openPage(address) {
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = all.find(({ url }) => url === address)
  if (shown) return shown.focus().catch(() => {})
  const own = await self.clients.matchAll({ type: 'window' })
  const tab = own.find(({ url }) => !withForms.test(new URL(url).pathname))
  if (!tab) return self.clients.openWindow(address)
  await tab.focus().catch(() => {})
  try {
    await tab.navigate(address)
  } catch {
    await self.clients.openWindow(address) // the tab belongs to another build's worker now
  }
}

/** The next page tells the server (web/src/lib/account/push-device.ts): the worker does not know who is signed in. */
self.addEventListener('pushsubscriptionchange', (event) => {
  const key = event.oldSubscription?.options.applicationServerKey
  if (event.newSubscription || !key) return
  event.waitUntil(
    self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => {}),
  )
})
