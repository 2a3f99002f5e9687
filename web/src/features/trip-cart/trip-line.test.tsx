import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderApp } from '@/test/render-app'
import { testTripLine } from '@/test/trip-fixtures'
import type { TripLineView } from '@/lib/api/types.gen'
import { TripLine } from './trip-line'

const warnings = [{ code: 'price_changed', message: 'The price has gone up since you added this.', line_id: 1 }]

function open(line: Partial<TripLineView>, type: 'hourly' | 'distance_wise' = 'hourly', onQuantity = vi.fn()) {
  renderApp(
    <ul>
      <TripLine line={{ ...testTripLine, ...line }} type={type} onQuantity={onQuantity} />
    </ul>,
  )
  return screen.getByText('Tarn Ridge').closest('li')!
}

test('CART-08 TRAP_C3 a price that rose is shown on the line of the vehicle, only once', () => {
  const line = open({ rate: 14, rate_when_added: 12.6, warnings })
  expect(line).toHaveTextContent('The price of an hour rose from $12.60 to $14.00 since you added it.')
  expect(line).not.toHaveTextContent('The price has gone up')
})

test('CART-08 TRAP_C3 a trip by distance shows what a kilometre costs more', () => {
  expect(open({ rate: 0.6, rate_when_added: 0.5, warnings }, 'distance_wise')).toHaveTextContent(
    'The price of a kilometre rose from $0.50 to $0.60 since you added it.',
  )
})

test('CART-08 TRAP_C3 a price that rose between the page and the trip cart is shown too', () => {
  const line = open({ warnings })
  expect(line).toHaveTextContent('The price has gone up since you added this.')
  expect(line).not.toHaveTextContent('rose from')
})

test('RNT-15 a line of an older instance, without problems, warnings and its discount, is shown', () => {
  const line = open({
    problems: undefined,
    warnings: undefined,
    badge_discount: undefined,
    badge_discount_type: undefined,
  })
  expect(line).toHaveTextContent('$14.00/hr')
  expect(line).not.toHaveTextContent('off')
})

test('CART-08 TRAP_C3 the line of a price that fell does not say that it rose from the higher one', () => {
  const line = open({ rate: 11, rate_when_added: 12.6, warnings })
  expect(line).toHaveTextContent('The price has gone up since you added this.')
  expect(line).not.toHaveTextContent('rose from')
})

test('CART-08 RNT-07 a vehicle that is no longer for rent says so, and is removed with one press', async () => {
  const onQuantity = vi.fn()
  const problems = [{ code: 'unavailable', message: 'Tarn Ridge is no longer for rent.', line_id: 1 }]
  const line = open({ quantity: 3, problems }, 'hourly', onQuantity)
  expect(line).toHaveTextContent('Tarn Ridge is no longer for rent.')
  await userEvent.click(within(line).getByRole('button', { name: 'Remove Tarn Ridge' }))
  expect(onQuantity).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 1 }), 0)
})
