import '@testing-library/jest-dom/vitest'
import { notifications } from '@mantine/notifications'
import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import React from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi, type MockInstance } from 'vitest'
import { client } from '@/lib/api/client.gen'
import { write } from '@/lib/scope/local-storage'
import { computeQuickly } from './quick-styles'
import { server } from './server'

// What jsdom lacks and the kit asks for.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollIntoView = () => {}
Element.prototype.scrollBy = () => {}
window.scrollTo = () => {}

computeQuickly()

// What a lazy chunk takes on a machine that has other things to do.
configure({
  asyncUtilTimeout: 10_000,
  // While waiting, most errors are caught. The page is printed once, for a test that failed.
  getElementError: (message) => new Error(message ?? ''),
})

// React notes where each element was created, at the cost of an error each. At its own limit it stops.
Object.defineProperty(
  (React as unknown as Record<string, object>)['__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'],
  'recentlyCreatedOwnerStacks',
  { get: () => Infinity, set: () => {} },
)

let complaints: MockInstance

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))

beforeEach(() => {
  complaints = vi.spyOn(console, 'error')
  // Node's fetch knows no page to be relative to.
  client.setConfig({ baseUrl: 'http://localhost:3000/api/v1' })
})

afterEach(({ task }) => {
  // oxlint-disable-next-line no-console -- a failed test prints its page
  if (task.result?.state === 'fail') console.log(prettyDOM(document.body))
  cleanup()
  notifications.clean()
  server.resetHandlers()
  localStorage.clear()
  sessionStorage.clear()
  document.cookie = 'hk_scope=; Max-Age=0; Path=/'
  write({}) // whoever keeps what was stored reads again
  onlineManager.setOnline(true) // the event "offline" of one test would pause the requests of the next file
  vi.useRealTimers()
  // React, the kit and the messages complain here; so does a request that nobody answered.
  expect(complaints.mock.calls).toEqual([])
})

afterAll(async () => {
  server.close()
  await vi.dynamicImportSettled() // a chunk that is still loading would mix with the modules of the next file
})
