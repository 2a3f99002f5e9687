import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '@/test/render-app'
import { testRows } from '@/test/trade-fixtures'
import { PriceRows } from './price-rows'

const shown = () => screen.getAllByRole('term').map(({ textContent }) => textContent)

test('TRAP_M8 rows are shown in the order of the server, so that they add up from top to bottom', () => {
  const trip = { subtotal: 20, deposit: 50, total: 70, extension: 60, extension_tax: 5, deposit_used: -50, paid: 80 }
  renderApp(<PriceRows rows={testRows(trip)} />)
  expect(shown()).toEqual([
    'Subtotal',
    'Deposit',
    'Total',
    'Extension',
    'Tax in the extension',
    'Paid from the deposit',
    'Paid in the end',
  ])
})

test('TRAP_M8 a tax that is inside the other rows comes after them', () => {
  renderApp(<PriceRows rows={testRows({ subtotal: 20, tax_included: 2, tip: 1, total: 21 })} />)
  expect(shown()).toEqual(['Subtotal', 'Tip for the rider', 'Total', 'Includes tax'])
})
