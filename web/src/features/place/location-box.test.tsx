import { screen, waitFor } from '@testing-library/react'
import { delay, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { testShop } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { rentalModule } from '@/test/rental-fixtures'
import { server } from '@/test/server'
import { LocationBox } from './location-box'
import { library, sea, mockGeolocation, townHandlers } from '@/test/test-town'

beforeEach(() => server.use(...townHandlers))

function open() {
  const onChosen = vi.fn()
  return { onChosen, ...renderApp(<LocationBox onChosen={onChosen} />) }
}

const field = () => screen.getByRole('combobox', { name: 'Your address' })
const stored = (key: string) => localStorage.getItem(key)

test('LOC-01 typing suggests places, and the keyboard picks one', async () => {
  const { user, onChosen } = open()
  await user.type(field(), 'lib')
  const option = await screen.findByRole('option', { name: /Central Library/ })
  expect(option).toHaveAttribute('aria-selected', 'false')

  await user.keyboard('{ArrowDown}')
  expect(option).toHaveAttribute('aria-selected', 'true')
  expect(field()).toHaveAttribute('aria-activedescendant', option.id)
  await user.keyboard('{Enter}')

  await waitFor(() => expect(onChosen).toHaveBeenCalledOnce())
  expect(field()).toHaveValue('Central Library')
  expect(field()).toHaveAttribute('aria-expanded', 'false')
})

test('LOC-01 the button picks the best suggestion, without waiting for the list', async () => {
  const { user, onChosen } = open()
  await user.type(field(), 'Central Library')
  await user.click(screen.getByRole('button', { name: 'Find shops' }))
  await waitFor(() => expect(onChosen).toHaveBeenCalledOnce())
})

test('LOC-01 a suggestion that arrives late does not replace what was typed meanwhile', async () => {
  let answered = 0
  const { user, onChosen } = open()
  server.use(
    // It only waits: a handler that returns nothing leaves the call to the next one.
    http.get('*/maps/place-autocomplete', async ({ request }) => {
      if (!request.url.endsWith('search_text=lib')) return
      await delay(300)
      answered++
    }),
  )
  await user.type(field(), 'lib{Enter}rary of the harbour')
  await waitFor(() => expect(answered).toBe(1))
  await delay(100)
  expect(field()).toHaveValue('library of the harbour')
  expect(onChosen).not.toHaveBeenCalled()
})

test('LOC-01 Escape closes the list, and a text without results shows a message', async () => {
  const { user } = open()
  await user.type(field(), 'xyzzy')
  expect(await screen.findByText(/No place found/)).toBeVisible()
  await user.keyboard('{Escape}')
  expect(screen.queryByText(/No place found/)).toBeNull()
})

test('LOC-02 choosing stores the address, the point, the zone and, if there are two, their list', async () => {
  const { user, onChosen } = open()
  await user.type(field(), 'lib')
  await user.click(await screen.findByRole('option', { name: /Central Library/ }))
  await waitFor(() => expect(onChosen).toHaveBeenCalledOnce())
  expect(stored('location')).toBe('Central Library, Saffron Circus')
  expect(stored('currentLatLng')).toBe(JSON.stringify(library))
  expect(stored('zoneid')).toBe('4')
  expect(stored('zone_ids')).toBe('[4,2]')
})

test('LOC-01 TRAP_Z2 a place outside every zone shows an error below the field, and nothing is stored', async () => {
  const { user, onChosen } = open()
  await user.type(field(), 'light')
  await user.click(await screen.findByRole('option', { name: /Lightship/ }))
  expect(await screen.findByRole('alert')).toHaveTextContent('We do not deliver to this place yet.')
  expect(onChosen).not.toHaveBeenCalled()
  expect(stored('zoneid')).toBeNull()
  expect(stored('location')).toBeNull()
})

test('HDR-09 LOC-06 where rental is the default module, the error says pickup', async () => {
  mockGeolocation(sea)
  const shop = { ...testShop, module: [rentalModule], default_module_id: rentalModule.id }
  const { user } = renderApp(<LocationBox onChosen={vi.fn()} />, { shop })
  await user.click(screen.getByRole('button', { name: 'Use Current Location' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Pickup is not possible at this place yet.')
})

test('LOC-03 the device is asked for a rough location with a timeout of five seconds, and its address is fetched', async () => {
  const asked = mockGeolocation(library)
  const { user, onChosen } = open()
  await user.click(screen.getByRole('button', { name: 'Use Current Location' }))
  await waitFor(() => expect(onChosen).toHaveBeenCalledOnce())
  expect(asked).toEqual([{ enableHighAccuracy: false, timeout: 5000 }])
  expect(stored('location')).toBe('5 Rope Lane, Old Town')
  expect(stored('zoneid')).toBe('4')
})

test.each([
  ['refused', 1, 'Your browser does not share your location.'],
  ['unavailable', 2, 'This device does not know where it is.'],
  ['too late', 3, 'Finding your location took too long.'],
])('LOC-03 an error is shown for a location that is %s', async (_, code, sentence) => {
  mockGeolocation({ code })
  const { user, onChosen } = open()
  await user.click(screen.getByRole('button', { name: 'Use Current Location' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  expect(onChosen).not.toHaveBeenCalled()
})

test('LOC-03 TRAP_Z2 a location outside every zone shows an error at once', async () => {
  mockGeolocation(sea)
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Use Current Location' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('We do not deliver to this place yet.')
  expect(stored('zoneid')).toBeNull()
})
