import '@testing-library/jest-dom/vitest'
import { notifications } from '@mantine/notifications'
import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi, type MockInstance } from 'vitest'
import { client } from '@/lib/api/client.gen'
import { write } from '@/lib/scope/local-storage'
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

// What a lazy chunk takes on a machine that has other things to do.
configure({ asyncUtilTimeout: 10_000 })

let complaints: MockInstance

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))

beforeEach(() => {
  complaints = vi.spyOn(console, 'error')
  // Node's fetch knows no page to be relative to.
  client.setConfig({ baseUrl: 'http://localhost:3000/api/v1' })
})

afterEach(() => {
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
