import { createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { App, createApp } from '@/app'
import type { CartLineView, ConfigView, LandingView, ModulesOutputBody } from '@/lib/api/types.gen'
import { clearOnNewScope } from '@/lib/requests/query-client'
import { testLanding, testModules, testShop, wholeList } from './fixtures'
import { server } from './server'

type Options = {
  /** Entries of the history before the page. */
  before?: readonly string[]
  shop?: ConfigView
}

/**
 * The whole app at an address. The frame's own calls are answered; every call
 * is noted, for tests that count them.
 */
export function renderPage(path: string, { before = [], shop = testShop }: Options = {}) {
  // jsdom scrolls nothing and observes nothing: what waits to come near stays away.
  window.IntersectionObserver = class {
    observe() {}
    disconnect() {}
  } as never
  server.use(
    http.get('*/config', () =>
      HttpResponse.json<ConfigView>({ ...shop, module: shop.module.length > 0 ? shop.module : testModules }),
    ),
    http.get('*/landing-page', () => HttpResponse.json<LandingView>(testLanding)),
    http.get('*/modules', () => HttpResponse.json<ModulesOutputBody>(wholeList({ modules: testModules }))),
    http.get('*/cart', () => HttpResponse.json<CartLineView[]>([])),
    http.post('*/auth/guest', () => HttpResponse.json({ guest_id: 'guest-0123456789' })),
  )
  const calls: string[] = []
  server.events.removeAllListeners()
  server.events.on('request:start', ({ request }) => {
    const { pathname, search } = new URL(request.url)
    calls.push(decodeURIComponent(pathname.replace('/api/v1', '') + search))
  })
  const history = createMemoryHistory({ initialEntries: [...before, path] })
  const app = createApp({ language: 'en', messages: {}, history })
  const stop = clearOnNewScope(app.queryClient)
  const view = render(<App {...app} />)
  return {
    ...app,
    ...view,
    user: userEvent.setup(),
    history,
    /** Path and query of every call so far. */
    calls,
    unmount: () => {
      stop()
      view.unmount()
    },
  }
}
