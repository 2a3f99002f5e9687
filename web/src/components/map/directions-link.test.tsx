import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '@/test/render-app'
import { DirectionsLink } from './directions-link'

test('MAP-02 the directions link opens a maps service with origin and destination', () => {
  renderApp(<DirectionsLink origin={{ lat: -11.4, lng: 65.2 }} destination={{ lat: -11.41, lng: 65.25 }} />)
  const link = screen.getByRole('link', { name: /^Directions/ })
  const url = new URL(link.getAttribute('href') ?? '')
  expect(url.searchParams.get('origin')).toBe('-11.4,65.2')
  expect(url.searchParams.get('destination')).toBe('-11.41,65.25')
  expect(link).toHaveAttribute('target', '_blank')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
})
