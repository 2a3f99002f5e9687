import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '@/test/render-app'
import { testOrder } from '@/test/trade-fixtures'
import { Receipt } from './receipt'

test.each([
  ['with a phone', '+12025550142', ['tel:+12025550142']],
  ['without a phone', '', []],
])('ORD-01 an order is collected at a store %s', (_, phone, links) => {
  const store = { ...testOrder.store, address: '5 Hill Street', phone }
  renderApp(<Receipt order={{ ...testOrder, order_type: 'take_away', store }} />)
  const place = within(screen.getByText('5 Hill Street').parentElement!)
  expect(place.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(links)
})
