import { waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { createMemoryHistory } from '@tanstack/react-router'
import { createApp } from '@/app'
import { startSession } from '@/lib/account/session'
import { server } from '@/test/server'

test.each([
  ['/auth?mode=sign-up', '/home'],
  ['/forgot-password', '/profile'],
])('AUTH-01 a customer at %s is redirected to %s', async (path, there) => {
  server.use(http.get('*', () => HttpResponse.json({})))
  startSession('bearer-token-0123456789', 1)
  const history = createMemoryHistory({ initialEntries: [path] })
  void createApp({ language: 'en', messages: {}, history }).router.load()
  await waitFor(() => expect(history.location.pathname).toBe(there))
  expect(history.length).toBe(1)
})
