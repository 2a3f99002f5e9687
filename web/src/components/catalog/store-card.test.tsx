import { hrefFromText } from '@/lib/page/href'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { testStore } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { StoreCard } from './store-card'

test('an open store shows its delivery time and fee', () => {
  const { container } = renderApp(<StoreCard store={testStore} href={hrefFromText('/store/smash-and-sons')} />)
  expect(container).toHaveTextContent('20–30 min')
  expect(container).toHaveTextContent('$1.99 delivery')
  expect(screen.getByRole('link', { name: 'Smash & Sons' })).toHaveAttribute('href', '/store/smash-and-sons')
})

test('PRC-04 delivery that is free only at distance 0 is not called free', () => {
  renderApp(<StoreCard store={{ ...testStore, delivery_fee_from: 0 }} href="/home" />)
  expect(screen.getByText('Delivery by distance')).toBeVisible()
  expect(screen.queryByText(/\$0\.00|Free/)).toBeNull()
})

test('PRC-01 a discount with a cap shows both', () => {
  const discount = { discount: 20, discount_type: 'percent', min_purchase: 0, max_discount: 5 } as const
  renderApp(<StoreCard store={{ ...testStore, discount }} href="/home" />)
  expect(screen.getByText('20% off')).toBeVisible()
  expect(screen.getByText(/^up to/)).toHaveTextContent('up to $5.00 off')
})

test('free delivery is shown as text', () => {
  renderApp(<StoreCard store={{ ...testStore, free_delivery: true }} href="/home" />)
  expect(screen.getByText('Free delivery')).toBeVisible()
})

test.each([
  ['soon', '2026-11-20T19:00:00Z', 'Opens 10:00'],
  ['in days', '2026-11-18T05:00:00Z', 'Opens Fri 10:00'],
])('H1 a closed store says in its own time zone when it opens %s', (_name, now, want) => {
  vi.useFakeTimers({ now: new Date(now) })
  const { container } = renderApp(
    <StoreCard
      store={{
        ...testStore,
        open: false,
        opens_at: want === 'Opens 10:00' ? '2026-11-21T05:00:00Z' : '2026-11-20T05:00:00Z',
      }}
      href="/home"
    />,
  )
  expect(container).toHaveTextContent(want)
})
