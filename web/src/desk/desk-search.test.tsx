import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { admin, card, serveDesk, signedInDesk, testOrder, vendor } from '@/test/desk-world'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { Desk } from './desk'

signedInDesk()

const past = [8, 4711, 1234567].map((id) => testOrder(id, { order_status: 'delivered' }))

/** Serves past orders to an admin, and keeps what was looked for. */
function servePast() {
  serveDesk(admin)
  const asked: string[] = []
  const urls: string[] = []
  const world = { fails: false }
  server.use(
    http.get('*/admin/orders', ({ request }) => {
      urls.push(request.url)
      const query = new URL(request.url).searchParams
      const phone = request.headers.get('X-Phone')
      const number = query.get('number')
      if (phone ?? number) asked.push(`${query.get('state')} ${phone ?? number}`)
      if (phone && world.fails) return HttpResponse.json({ errors: [], message: 'Broken.' }, { status: 500 })
      const found = past.filter(({ id }) =>
        phone ? id === 8 && phone !== '1234567' : number === null || id === Number(number),
      )
      const orders = query.get('state') === 'past' ? found : []
      return HttpResponse.json({ orders, total_size: orders.length, limit: 50, offset: 1 })
    }),
  )
  return { asked, urls, world }
}

test('ORD-03 an admin finds a past order by its number, and shows all again', async () => {
  const { asked } = servePast()
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Past' }))
  await card(8)
  const field = screen.getByRole('searchbox', { name: 'Order number or phone' })
  await user.type(field, '#4711{Enter}')
  expect(await screen.findByText('1 order found')).toBeVisible()
  expect(await card(4711)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Order 8' })).toBeNull())

  await user.clear(field)
  expect(await card(8)).toBeVisible()
  await user.type(field, '12{Enter}')
  expect(await screen.findByText('No orders found')).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'No such order here' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(await card(8)).toBeVisible()
  expect(field).toHaveFocus()
  expect(field).toHaveValue('')
  expect(asked).toEqual(['past 4711', 'past 12'])
})

test('ORD-03 what names no order and no phone ends the search before it', async () => {
  const { asked } = servePast()
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Past' }))
  const field = await screen.findByRole('searchbox', { name: 'Order number or phone' })
  await user.type(field, '4711{Enter}')
  expect(await screen.findByText('1 order found')).toBeVisible()
  await user.type(field, ' Asha{Enter}')
  expect(field).toHaveAccessibleDescription('Please give the number of an order, or a phone')
  expect(screen.queryByText('1 order found')).toBeNull()
  expect(await card(8)).toBeVisible()
  expect(asked).toEqual(['past 4711'])
})

test('ORD-03 an admin looks for a phone, in no URL, also after a failure', async () => {
  const { asked, world } = servePast()
  world.fails = true
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Past' }))
  const field = await screen.findByRole('searchbox', { name: 'Order number or phone' })
  await user.type(field, 'Asha')
  await user.click(screen.getByRole('button', { name: 'Find' }))
  expect(field).toHaveAccessibleDescription('Please give the number of an order, or a phone')
  expect(asked).toEqual([])
  await user.clear(field)
  await user.type(field, '٢٠٢ 555-0123{Enter}')
  world.fails = false
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1 order found')).toBeVisible()
  expect(await card(8)).toBeVisible()
  expect(asked.at(-1)).toBe('past 202 555-0123')
  await user.click(screen.getByRole('tab', { name: /^Refunds/ }))
  expect(await screen.findByRole('searchbox', { name: 'Order number or phone' })).toHaveValue('')
})

test('ORD-03 what may be an order number or a phone is looked for as both', async () => {
  const { asked, urls } = servePast()
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Past' }))
  const field = await screen.findByRole('searchbox', { name: 'Order number or phone' })
  await user.type(field, '50123456{Enter}')
  expect(await screen.findByText('1 order found')).toBeVisible()
  expect(await card(8)).toBeVisible()
  await user.clear(field)
  await user.type(field, '1234567{Enter}')
  expect(await card(1234567)).toBeVisible()
  expect(asked).toEqual(['past 50123456', 'past 1234567', 'past 1234567'])
  expect(urls.filter((url) => url.includes('50123456'))).toEqual([])
})

test('PERM-03 a store has no search', async () => {
  serveDesk(vendor)
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Past' }))
  expect(await screen.findByText('No orders now')).toBeVisible()
  expect(screen.queryByRole('searchbox')).toBeNull()
})
