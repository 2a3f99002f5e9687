import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MapCredits } from './map-credits'

test('MAP-01 whose pictures the map shows is named, with a link if there is one', () => {
  const link = 'https://www.openstreetmap.org/copyright'
  render(<MapCredits credits={[{ text: '© OpenStreetMap contributors', link }, { text: 'Port Saffron' }]} />)
  expect(screen.getByRole('link', { name: '© OpenStreetMap contributors' })).toHaveAttribute('href', link)
  expect(screen.getByText('Port Saffron')).toBeVisible()
  expect(screen.getAllByRole('link')).toHaveLength(1)
})
