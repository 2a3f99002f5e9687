import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { MapFeatures } from '@/lib/api/types.gen'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import TownMap from './town-map'
import type { MapStart } from './zoom'

// jsdom cannot render a map. This stand-in shows how it would begin.
vi.mock('maplibre-gl', () => ({ setWorkerUrl: () => {} }))
vi.mock('@vis.gl/react-maplibre', () => ({
  Map: (given: { initialViewState: object; minZoom: number; maxZoom: number }) => (
    <output>{JSON.stringify([given.initialViewState, given.minZoom, given.maxZoom])}</output>
  ),
}))

test.each<[MapStart, number]>([
  ['point', 17],
  ['area', 9],
  ['delivery', 10],
])('MAP-01 a map of kind %s starts at %i, and goes from 1 to 21', (start, zoom) => {
  server.use(
    http.get('*/maps/features', () => HttpResponse.json<MapFeatures>({ type: 'FeatureCollection', features: [] })),
  )
  renderApp(<TownMap label="Delivery zones" center={{ lat: -11.4, lng: 65.2 }} start={start} />)
  const begins = [{ latitude: -11.4, longitude: 65.2, zoom }, 1, 21]
  expect(JSON.parse(screen.getByRole('status').textContent ?? '')).toEqual(begins)
})
