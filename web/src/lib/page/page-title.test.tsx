import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { testShop } from '@/test/fixtures'
import { renderPage } from '@/test/render-page'
import { server } from '@/test/server'

test('the tab has the title of each page', async () => {
  server.use(
    http.get('*/pages/about-us', () => HttpResponse.json({ slug: 'about-us', title: 'About us', body: 'We are.' })),
  )
  const { history } = renderPage('/track-order')
  await screen.findByRole('heading', { level: 1, name: 'Track order' })
  expect(document.title).toBe(`Track order · ${testShop.business_name}`)
  history.push('/about-us')
  await waitFor(() => expect(document.title).toBe(`About us · ${testShop.business_name}`))
  history.push('/nowhere')
  await waitFor(() => expect(document.title).toBe(`There is no such page · ${testShop.business_name}`))
})
