import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '@/test/render-app'
import { mockWallet } from '@/test/wallet-fixtures'
import { WalletHistory } from './history'

test('WAL-01 RNT-11 what a trip cost and gave back names the trip, and leads to it', async () => {
  const created_at = '2126-11-20T10:00:00Z'
  mockWallet({
    transactions: [
      { id: 2, kind: 'trip_refund', trip_id: 18, amount: 33, balance: 33, created_at },
      { id: 1, kind: 'trip', trip_id: 18, amount: -66, balance: 0, created_at },
    ],
  })
  renderApp(<WalletHistory type="all" onType={() => {}} />)
  expect(await screen.findByRole('link', { name: 'Trip 18' })).toHaveAttribute('href', '/trip/18')
  expect(screen.getByRole('link', { name: 'Money back for trip 18' })).toHaveAttribute('href', '/trip/18')
})
