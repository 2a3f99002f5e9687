import { screen, waitFor } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MapProps } from '@/components/map/map-view'
import { Toasts } from '@/components/overlay/toasts'
import type { Point } from '@/lib/scope/guards'
import { choosePlace } from '@/lib/scope/scope'
import { gate } from '@/test/gate'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import PlaceMapDialog from './place-map-dialog'
import { dunes, library, sea, townHandlers } from '@/test/test-town'

// jsdom cannot render a map. This stand-in is moved by buttons and shows its props.
vi.mock('@/components/map/town-map', () => ({
  fetchWorker: () => Promise.resolve(),
  default: ({ label, center, start, fit, zones, onPick }: MapProps) => (
    <div role="region" aria-label={label}>
      <output>{JSON.stringify({ center, start, corners: fit?.length, zones: zones?.map(({ name }) => name) })}</output>
      <button type="button" onClick={() => onPick?.(library)}>
        To the library
      </button>
      <button type="button" onClick={() => onPick?.(dunes)}>
        To the dunes
      </button>
      <button type="button" onClick={() => onPick?.(sea)}>
        To the sea
      </button>
    </div>
  ),
}))

beforeEach(() => server.use(...townHandlers))

async function open() {
  const onPlace = vi.fn()
  const app = renderApp(
    <>
      <Toasts />
      <PlaceMapDialog opened onClose={() => {}} onPlace={onPlace} />
    </>,
  )
  await screen.findByRole('region', { name: /Map of the delivery zones/ })
  return { onPlace, ...app }
}

const use = () => screen.getByRole('button', { name: 'Use this place' })
const move = (to: string) => screen.getByRole('button', { name: to })
const given = () => JSON.parse(screen.getByRole('region').querySelector('output')?.textContent ?? '') as unknown

test('LOC-01 MAP-01 without a place the map starts with all zones in view', async () => {
  await open()
  expect(given()).toEqual({
    center: { lat: -11.4, lng: 65.2 },
    start: 'area',
    corners: 10,
    zones: ['Harbour', 'Old Town'],
  })
  expect(use()).toBeDisabled()
})

test('MAP-01 with a place the map starts close to it', async () => {
  choosePlace({ location: 'West Dunes', point: dunes, zoneIds: [4] })
  await open()
  expect(given()).toMatchObject({ center: dunes, start: 'point' })
})

test('each time it is opened, the map starts at the address that is edited', async () => {
  choosePlace({ location: 'West Dunes', point: dunes, zoneIds: [4] })
  const dialog = (opened: boolean, from: Point) => (
    <PlaceMapDialog opened={opened} from={from} onClose={() => {}} onPlace={() => {}} />
  )
  const { rerender, user } = renderApp(dialog(true, library))
  await screen.findByRole('region', { name: /Map of the delivery zones/ })
  expect(given()).toMatchObject({ center: library, start: 'point' })
  await user.click(move('To the dunes'))
  rerender(dialog(false, library))
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
  rerender(dialog(true, sea))
  await screen.findByRole('region', { name: /Map of the delivery zones/ })
  expect(given()).toMatchObject({ center: sea, start: 'point' })
  expect(use()).toBeDisabled()
})

test('LOC-01 the address under the pin is shown after each move, and can be used', async () => {
  const { user, onPlace } = await open()
  await user.click(move('To the dunes'))
  expect(await screen.findByText('West Dunes')).toBeVisible()
  await user.click(move('To the library'))
  expect(await screen.findByText('5 Rope Lane, Old Town')).toBeVisible()
  await user.click(use())
  expect(onPlace).toHaveBeenCalledExactlyOnceWith({
    location: '5 Rope Lane, Old Town',
    point: library,
    zoneIds: [4, 2],
  })
})

test('TRAP_Z2 a point outside every zone cannot be confirmed, and a message says why', async () => {
  const { user, onPlace } = await open()
  await user.click(move('To the library'))
  await waitFor(() => expect(use()).toBeEnabled())

  await user.click(move('To the sea'))
  expect(await screen.findByText('We do not deliver here yet. Move the pin into a green area.')).toBeVisible()
  expect(use()).toBeDisabled()
  await user.click(use())
  expect(onPlace).not.toHaveBeenCalled()

  await user.click(screen.getByRole('button', { name: 'Back to where we deliver' }))
  expect(screen.queryByText(/We do not deliver here yet/)).toBeNull()
  expect(given()).toMatchObject({ center: { lat: -11.4, lng: 65.2 }, corners: 10 })

  await user.click(move('To the dunes'))
  await waitFor(() => expect(use()).toBeEnabled())
})

test('TRAP_Z2 while the zone of a new point loads, the old point cannot be confirmed', async () => {
  const { user } = await open()
  await user.click(move('To the library'))
  await waitFor(() => expect(use()).toBeEnabled())
  let answer = () => {}
  server.use(
    http.get('*/zones/lookup', async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return HttpResponse.error()
    }),
  )
  await user.click(move('To the dunes'))
  expect(use()).toBeDisabled()
  answer()
  expect(await screen.findByRole('alert')).toHaveTextContent('No connection.')
})

test('LOC-01 a search inside the dialog moves the map', async () => {
  const { user } = await open()
  await user.type(screen.getByRole('combobox'), 'lib')
  await user.click(await screen.findByRole('option', { name: /Central Library/ }))
  await waitFor(() => expect(given()).toMatchObject({ center: library }))
})

test('LOC-01 API-04 an error is shown if the picked place cannot be fetched', async () => {
  server.use(http.get('*/maps/place-details', () => HttpResponse.error()))
  const { user } = await open()
  await user.type(screen.getByRole('combobox'), 'lib')
  await user.click(await screen.findByRole('option', { name: /Central Library/ }))
  expect(await screen.findByText('No connection. Please check your internet and try again.')).toBeVisible()
  expect(given()).toMatchObject({ start: 'area' })
})

/** Holds the details of the library back until the returned function is called. */
function holdLibrary() {
  let isSent = false
  const [release, released] = gate()
  server.use(
    // It only waits: a handler that returns nothing leaves the call to the next one.
    http.get('*/maps/place-details', async ({ request }) => {
      if (!request.url.endsWith('placeid=library')) return
      await released
      isSent = true
    }),
  )
  return async () => {
    release()
    await waitFor(() => expect(isSent).toBe(true))
    await delay(100)
  }
}

test('LOC-01 the map moves to the place that was picked last, also if an earlier one arrives later', async () => {
  const sendLibrary = holdLibrary()
  const { user } = await open()
  await user.type(screen.getByRole('combobox'), 'lib')
  await user.click(await screen.findByRole('option', { name: /Central Library/ }))
  await user.clear(screen.getByRole('combobox'))
  await user.type(screen.getByRole('combobox'), 'lightship')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(given()).toMatchObject({ center: sea }))
  await sendLibrary()
  expect(given()).toMatchObject({ center: sea })
})

test('LOC-01 a place that arrives after the dialog was closed does not move the map when it is opened again', async () => {
  const sendLibrary = holdLibrary()
  const dialog = (opened: boolean) => (
    <PlaceMapDialog opened={opened} from={dunes} onClose={() => {}} onPlace={() => {}} />
  )
  const { rerender, user } = renderApp(dialog(true))
  await user.type(await screen.findByRole('combobox'), 'lib')
  await user.click(await screen.findByRole('option', { name: /Central Library/ }))
  rerender(dialog(false))
  rerender(dialog(true))
  await sendLibrary()
  expect(given()).toMatchObject({ center: dunes })
})
