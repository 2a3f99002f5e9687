import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { StaffMemberView, VendorStockInputBody } from '@/lib/api/types.gen'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import { storeStaffToken } from './session'
import Stock from './stock'

const member: StaffMemberView = { id: 3, name: 'Sam', email: 'sam@example.com', role: 'vendor', store_id: 7 }

/** Serves a plain item with 5 units, a shirt whose second variation is not counted, and a cake in a campaign. */
function serveStock() {
  const sent: VendorStockInputBody[] = []
  const world = { tea: 5 as number | null, campaign: null as number | null, searched: '' }
  server.use(
    http.get('*/vendor/items', ({ request }) => {
      world.searched = new URL(request.url).searchParams.get('search') ?? ''
      const tea = { id: 1, name: 'Tea', image_full_url: '', pools: [{ stock: world.tea }] }
      const shirt = {
        id: 2,
        name: 'Shirt',
        image_full_url: '',
        pools: [
          { variation_id: 1, name: 'Large', stock: 3 },
          { variation_id: 2, name: 'Small', stock: null },
        ],
      }
      const campaigns = [{ id: 6, title: 'Cake week', stock: world.campaign }]
      const cake = { id: 3, name: 'Cake', image_full_url: '', pools: [{ stock: 9 }], campaigns }
      const items = world.searched
        ? [shirt].filter(({ name }) => name.toLowerCase().includes(world.searched))
        : [tea, shirt, cake]
      return HttpResponse.json({ items, total_size: items.length, limit: 20, offset: 1 })
    }),
    http.put<{ id: string }, VendorStockInputBody>('*/vendor/items/:id/stock', async ({ request }) => {
      const body = await request.json()
      sent.push(body)
      if (body.variation_id) return HttpResponse.json({ message: 'The stock is saved.' })
      if (body.campaign_id) {
        world.campaign = body.stock
        return HttpResponse.json({ message: 'The stock is saved.' })
      }
      if (body.expected_stock !== (world.tea ?? undefined)) {
        return HttpResponse.json(refusal('conflict', 'Somebody ordered meanwhile.'), { status: 409 })
      }
      world.tea = body.uncounted ? null : body.stock
      return HttpResponse.json({ message: 'The stock is saved.' })
    }),
  )
  return { sent, world }
}

beforeEach(() => storeStaffToken('a-token-that-is-long-enough'))

test('CHK-04 a store counts an item, sells it out, and lifts its limit; an order meanwhile is not overwritten', async () => {
  const { sent, world } = serveStock()
  const { user } = renderApp(
    <>
      <Stock member={member} />
      <Toasts />
    </>,
  )
  const tea = within(await screen.findByRole('listitem', { name: 'Tea' }))
  const field = () => tea.getByLabelText('Units of Tea')
  const retype = async (units: string) => {
    await user.clear(field())
    await user.type(field(), units)
    await user.click(tea.getByRole('button', { name: 'Save' }))
  }
  await retype('many')
  expect(tea.getByText('A number from 0 to 1,000,000')).toBeVisible()
  world.tea = 4 // somebody orders
  await retype('١٥') // in any digits
  expect(await screen.findByText('Somebody ordered meanwhile.')).toBeVisible()
  await waitFor(() => expect(field()).toHaveValue('4'))
  await retype('14')
  expect(await screen.findByText('The stock of Tea is saved')).toBeVisible()
  await waitFor(() => expect(field()).toHaveValue('14'))
  await user.click(tea.getByRole('button', { name: 'Sold out' }))
  await waitFor(() => expect(field()).toHaveValue('0'))
  expect(tea.queryByRole('button', { name: 'Sold out' })).toBeNull()
  await user.click(tea.getByRole('button', { name: 'No limit' }))
  await waitFor(() => expect(field()).toHaveValue(''))
  expect(sent.map(({ stock, uncounted, expected_stock }) => [stock, uncounted, expected_stock])).toEqual([
    [15, false, 5],
    [14, false, 4],
    [0, false, 14],
    [0, true, 0],
  ])
})

test('CHK-04 BRW-07 a campaign sells units of its own, and is sold out by itself', async () => {
  const { sent } = serveStock()
  const { user } = renderApp(
    <>
      <Stock member={member} />
      <Toasts />
    </>,
  )
  const cake = within(await screen.findByRole('listitem', { name: 'Cake' }))
  const campaign = () => cake.getByLabelText('Campaign: Cake week')
  expect(campaign()).toHaveAttribute('placeholder', 'No limit')
  const soldOut = () => cake.getAllByRole('button', { name: 'Sold out' })
  await user.click(soldOut()[1]!)
  expect(await screen.findByText('The stock of Cake week is saved')).toBeVisible()
  await waitFor(() => expect(campaign()).toHaveValue('0'))
  expect(cake.getByLabelText('Units of Cake'), 'the item itself').toHaveValue('9')
  expect(soldOut()).toHaveLength(1)
  expect(sent).toEqual([{ campaign_id: 6, stock: 0, uncounted: false }])
})

test('CHK-04 a variation has a number of its own, and a search narrows the items', async () => {
  const { sent, world } = serveStock()
  const { user } = renderApp(<Stock member={member} />)
  const shirt = within(await screen.findByRole('listitem', { name: 'Shirt' }))
  await user.type(shirt.getByLabelText('Small'), '8{Enter}')
  await waitFor(() =>
    expect(sent).toEqual([{ variation_id: 2, stock: 8, uncounted: false, expected_stock: undefined }]),
  )
  await user.type(screen.getByLabelText('Find an item'), 'shi')
  await waitFor(() => expect(world.searched).toBe('shi'))
  await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Tea' })).toBeNull())
  await user.type(screen.getByLabelText('Find an item'), 'p')
  expect(await screen.findByText('No items here')).toBeVisible()
})
