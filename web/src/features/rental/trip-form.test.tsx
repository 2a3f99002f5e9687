import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PickedPlace, PlaceInput } from '@/contracts/place-input'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { TripForm } from './trip-form'

beforeEach(() => server.use(http.get('*/zones', () => HttpResponse.json({ zones: [] }))))

const quay: PickedPlace = { location: '9 Quay Street', point: { lat: -11.4, lng: 65.21 } }

/** A field in which a text can be typed, and one place picked. */
const place: PlaceInput = ({ label, onChange, onUnpicked, error }) => (
  <>
    <input
      aria-label={label}
      aria-invalid={error ? true : undefined}
      onChange={({ target }) => {
        onUnpicked?.(target.value !== '')
        onChange(undefined)
      }}
    />
    <button
      type="button"
      onClick={() => {
        onUnpicked?.(false)
        onChange(quay)
      }}
    >
      {`${label}: quay`}
    </button>
    {error && <p>{error}</p>}
  </>
)

test.each([
  ['Pickup location', 'Please choose a pickup location.', { pickup: quay }],
  ['Destination', 'Please choose a destination.', { destination: quay }],
])('RNT-01 a text in %s for which no place was picked is not dropped', async (label, message, wanted) => {
  const onSearch = vi.fn()
  const { user } = renderApp(<TripForm trip={undefined} placeInput={place} onSearch={onSearch} />)
  const field = screen.getByRole('textbox', { name: label })
  await user.type(field, 'Quay')
  await user.click(screen.getByRole('button', { name: 'Search vehicles' }))
  expect(screen.getByText(message)).toBeVisible()
  await vi.waitFor(() => expect(field).toHaveFocus())
  expect(onSearch).not.toHaveBeenCalled()

  await user.click(screen.getByRole('button', { name: `${label}: quay` }))
  expect(screen.queryByText(message)).toBeNull()
  await user.type(field, 'Q')
  expect(screen.queryByText(message)).toBeNull() // not before the next search
  await user.click(screen.getByRole('button', { name: `${label}: quay` }))
  await user.click(screen.getByRole('button', { name: 'Search vehicles' }))
  expect(onSearch).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(wanted))
})

test('RNT-01 too many hours are refused with the limit, and the error goes once they are corrected', async () => {
  const onSearch = vi.fn()
  const { user } = renderApp(<TripForm trip={undefined} placeInput={place} onSearch={onSearch} />)
  const hours = screen.getByRole('textbox', { name: 'Hours' })
  await user.clear(hours)
  await user.type(hours, '9000')
  expect(hours).not.toBeInvalid()
  await user.click(screen.getByRole('button', { name: 'Search vehicles' }))
  expect(hours).toHaveAccessibleDescription('Please enter whole hours from 1 to 8760.')
  expect(onSearch).not.toHaveBeenCalled()

  await user.clear(hours)
  await user.type(hours, '8760')
  expect(hours).not.toBeInvalid()
  expect(hours).not.toHaveAccessibleDescription()
  await user.click(screen.getByRole('button', { name: 'Search vehicles' }))
  expect(onSearch).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ hours: 8760 }))
})
