import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { ApplicationView } from '@/lib/api/types.gen'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { ApplicationStatus } from './application-status'

const approved: ApplicationView = {
  kind: 'store',
  status: 'approved',
  name: 'Olga Thyme',
  email: 'olga@olive.example',
  phone: '+12025550178',
  reason: '',
  minimum_order: 0,
  tax: 0,
  zone_id: 1,
  created_at: '2026-11-20T09:00:00Z',
}

test('REG-01 an approved store is linked as soon as the shop knows it', async () => {
  let calls = 0
  server.use(
    http.get('*/application', () => HttpResponse.json(calls++ === 0 ? approved : { ...approved, store_slug: 'olive' })),
  )
  window.location.hash = '#token'
  renderApp(<ApplicationStatus onAgain={() => {}} />)
  expect(await screen.findByRole('heading', { name: 'Welcome! You are accepted.' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'See your store' })).toBeNull()
  const link = await screen.findByRole('link', { name: 'See your store' }, { timeout: 10_000 })
  expect(link).toHaveAttribute('href', '/store/olive')
})
