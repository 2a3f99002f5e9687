import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { testShop } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { Money } from './money'
import { Price } from './price'

test('PRC-06 an amount has the shop’s symbol, on its side, and decimals', () => {
  const shop = {
    ...testShop,
    currency_symbol: ' KD',
    currency_symbol_direction: 'right' as const,
    digit_after_decimal_point: 3,
  }
  renderApp(<Money value={1234.5} />, { shop })
  expect(screen.getByText('1,234.500 KD')).toBeVisible()
})

test('TRAP_D5 large amounts are short on cards and full elsewhere', () => {
  renderApp(
    <>
      <Money value={1_500_000} />
      <Money value={1_500_000} short />
    </>,
  )
  expect(screen.getByText('$1,500,000.00')).toBeVisible()
  expect(screen.getByText('$1.5M')).toBeVisible()
})

test('a reduced price has names for both amounts for screen readers', () => {
  const { container } = renderApp(<Price now={9.6} was={12} />)
  expect(container).toHaveTextContent('Price$9.60Original price$12.00')
})

test('a price without a discount has no old price', () => {
  const { container } = renderApp(<Price now={12} was={12} />)
  expect(container).toHaveTextContent(/^Price\$12\.00$/)
})

test('a lower old price is not shown', () => {
  const { container } = renderApp(<Price now={12} was={9.6} />)
  expect(container).toHaveTextContent(/^Price\$12\.00$/)
})
