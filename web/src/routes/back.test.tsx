import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { renderPage } from '@/test/render-page'
import { server } from '@/test/server'

test('one step back from a page that a drawer led to is the page below the drawer', async () => {
  server.use(http.get('*', () => HttpResponse.json({ stores: [], categories: [] })))
  const { user, history } = renderPage('/track-order')
  await user.click(await screen.findByRole('button', { name: 'Menu' }, { timeout: 8000 }))
  const drawer = await screen.findByRole('dialog', {}, { timeout: 8000 })
  await waitFor(() => expect(history.location.state.dialog).toBeDefined())
  const link = [...drawer.querySelectorAll('a')].find(({ pathname }) => pathname === '/categories')
  await user.click(link!)
  await waitFor(() => expect(history.location.pathname).toBe('/categories'))
  expect(history.location.state.__TSR_index).toBe(1)

  history.back()
  await waitFor(() => expect(history.location.pathname).toBe('/track-order'))
  expect(history.location.state.dialog).toBeUndefined()
})
