import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { CustomerView } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { testCustomer, testToken } from '@/test/account-fixtures'
import { renderPage } from '@/test/render-page'
import { server } from '@/test/server'

vi.setConfig({ testTimeout: 40_000 })

const slowly = { timeout: 20_000 }

test('HDR-04 the tab bar’s Account opens the account page, where logout asks for a confirmation', async () => {
  write({ token: testToken })
  server.use(
    http.get('*/customer/info', () => HttpResponse.json<CustomerView>(testCustomer)),
    http.get('*/wishlist', () => HttpResponse.json({ item: [], store: [] })),
  )
  const { user, history } = renderPage('/account')
  const logout = await screen.findByRole('button', { name: 'Logout' }, slowly)
  const tab = within(screen.getByRole('navigation', { name: 'Shortcuts' })).getByRole('link', { name: 'Account' })
  expect(tab).toHaveAttribute('href', history.location.pathname)
  expect(tab).toHaveAttribute('aria-current', 'page')
  await user.click(logout)
  expect(await screen.findByRole('dialog', { name: 'Are you sure you want to logout?' }, slowly)).toBeVisible()
})
