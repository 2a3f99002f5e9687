import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import cases from '../../../../internal/pricing/testdata/free_delivery_vectors.json'
import { testShop } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { testLine } from '@/test/trade-fixtures'
import { FreeDelivery } from './free-delivery'

/** Test vectors that the server's pricing wrote: carts below, at and above the amount of free delivery. */
test.each(cases)(
  'CART-07 PRC-04 the bar is full exactly when the server delivers for free: $totals of $over, $digits decimals',
  async ({ digits, over, totals, free, percent }) => {
    const lines = totals.map((total, i) => ({ ...testLine, id: i + 1, subtotal: total, total }))
    renderApp(<FreeDelivery lines={lines} />, {
      shop: { ...testShop, free_delivery_over: over, digit_after_decimal_point: digits },
    })
    const bar = await screen.findByRole('progressbar')
    expect(bar).toHaveAttribute('aria-valuenow', String(percent))
    expect(percent === 100).toBe(free)
    expect(screen.queryByText('You have reduced delivery charge') !== null).toBe(free)
  },
)

test('there are vectors of both kinds for all three scales of money', () => {
  expect(new Set(cases.map(({ digits, free }) => `${digits} ${free}`)).size).toBe(6)
})
