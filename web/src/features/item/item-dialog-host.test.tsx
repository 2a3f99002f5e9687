import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { ItemView } from '@/lib/api/types.gen'
import { testCartActions } from '@/test/cart-actions'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import type { OnBuyNow } from './item-buy'
import { ItemDialogHost } from './item-dialog-host'
import { plainItem } from '@/test/item-fixtures'

const item: ItemView = { ...plainItem, store_id: 3, store_slug: 'smash-and-sons', store_name: 'Smash & Sons' }

test.each([
  ['/store/smash-and-sons', false],
  ['/store/3', false],
  ['/store/smash-and-sons?module_id=10', false],
  ['/store/harbour-supply', true],
  ['/store/33', true],
  ['/store/latest', true],
  ['/store/popular', true],
  ['/home', true],
])('BRW-04 ITEM-01 the dialog of an item on %s: names its store %s', async (page, isNamed) => {
  server.use(
    http.get('*/items/:id', () => HttpResponse.json<ItemView>(item)),
    http.get('*/items/:id/reviews', () =>
      HttpResponse.json({ reviews: [], stars: [0, 0, 0, 0, 0], total_size: 0, limit: 5, offset: 1 }),
    ),
  )
  const { within: withCart } = testCartActions()
  const path = `${page}${page.includes('?') ? '&' : '?'}item=${item.slug}`
  renderApp(withCart(<ItemDialogHost onBuyNow={vi.fn<OnBuyNow>()} />), { path })
  const dialog = within(await screen.findByRole('dialog', { name: item.name }, { timeout: 8000 }))
  await dialog.findByRole('button', { name: `One more ${item.name}` }, { timeout: 8000 })
  expect(dialog.queryAllByRole('link', { name: 'Smash & Sons' })).toHaveLength(isNamed ? 1 : 0)
})
