import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { OfflineBanner } from './offline-banner'

const banner = () => screen.queryByText('You are offline. What you see may be out of date.')

/** Makes the browser say that it is offline, or online again. */
function say(online: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  dispatchEvent(new Event(online ? 'online' : 'offline'))
}

/** Answers or loses the question to the server, and counts it. */
function answer(response: () => Response) {
  const asked = vi.fn(response)
  server.use(http.get('/healthz', asked))
  return asked
}

test('CART-03 being offline is said until the network is back', async () => {
  renderApp(<OfflineBanner />)
  answer(() => HttpResponse.error())
  say(false)
  await waitFor(() => expect(banner()).toBeVisible())
  say(true)
  await waitFor(() => expect(banner()).toBeNull())
})

test('CART-03 a machine without a network has the shop on itself, and is not offline', async () => {
  const asked = answer(() => new HttpResponse(null, { status: 200 }))
  renderApp(<OfflineBanner />)
  say(false)
  await waitFor(() => expect(asked).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(banner()).toBeNull()
})
