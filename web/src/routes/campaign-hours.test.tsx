import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { plainItem } from '@/test/item-fixtures'
import type { ItemView } from '@/lib/api/types.gen'
import { chooseModule, choosePlace } from '@/lib/scope/scope'
import { renderPage } from '@/test/render-page'
import { server } from '@/test/server'

vi.setConfig({ testTimeout: 20_000 })

const offeredUntil = (ends: number): ItemView => ({
  ...plainItem,
  schedule_order: true,
  available_date_starts: '2026-11-20',
  campaign: {
    running: true,
    begins_at: '2026-11-20T09:00:00Z',
    ends_at: new Date(ends).toISOString(),
    time_zone: 'UTC',
    id: 6,
    slug: 'week',
    title: 'Soda week',
    usual_price: 5,
  },
})

test('ITEM-02 ITEM-09 an open dialog offers no order, now or later, when the hours of its campaign end', async () => {
  choosePlace({ location: 'Near', point: { lat: -11.4, lng: 65.2 }, zoneIds: [1] })
  chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
  let offered: ItemView | undefined
  server.use(
    http.get('*/flash-sales', () => HttpResponse.json({ now: new Date().toISOString(), flash_sales: [] })),
    http.get('*/items/lime-soda', () => HttpResponse.json<ItemView>((offered ??= offeredUntil(Date.now() + 2000)))),
    http.get('*/items/lime-soda/reviews', () => HttpResponse.error()),
  )
  renderPage('/track-order?item=lime-soda&campaign=1')
  const dialog = within(await screen.findByRole('dialog', { name: 'Lime soda' }, { timeout: 8000 }))
  expect(await dialog.findByRole('button', { name: /^Order Now/ })).toBeVisible()
  expect(await dialog.findByRole('button', { name: 'Not Available now' }, { timeout: 5000 })).toBeVisible()
  expect(dialog.queryByText('You can order it now for a later time.')).toBeNull()
})
