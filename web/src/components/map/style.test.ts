import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { expect, test } from 'vitest'
import type { MapFeatures, ZoneView } from '@/lib/api/types.gen'
import type { Palette } from './palette'
import { boxAround, cornersOf } from './shapes'
import { mapStyle } from './style'

const palette: Palette = {
  water: '#d3e7ee',
  land: '#f3f1eb',
  park: '#dcebcf',
  square: '#ece6d8',
  building: '#e6e1d5',
  street: '#ffffff',
  kerb: '#ddd7ca',
  brightness: '0.6',
  label: '#575349',
  brand: '#0b7a4b',
  surface: '#ffffff',
}

const zone: ZoneView = {
  id: 1,
  slug: 'old-town',
  name: 'Old Town',
  time_zone: 'Indian/Maldives',
  coordinates: [
    { lat: -11.4, lng: 65.2 },
    { lat: -11.4, lng: 65.3 },
    { lat: -11.5, lng: 65.25 },
    { lat: -11.4, lng: 65.2 },
  ],
}

const town: MapFeatures = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { class: 'main', name: 'Palm Avenue' },
      geometry: {
        type: 'LineString',
        coordinates: [
          [65.2, -11.4],
          [65.3, -11.4],
        ],
      },
    },
  ],
}

// The specification still requires glyphs, which the library does not need.
const faults = (style: object) => {
  const found = validateStyleMin(style as Parameters<typeof validateStyleMin>[0]) as { message: string }[]
  return found.filter(({ message }) => !message.endsWith('requires a style "glyphs" property'))
}

test('MAP-01 the style is valid, with and without a town, zones and a route', () => {
  const route = [
    { lat: -11.4, lng: 65.2 },
    { lat: -11.41, lng: 65.21 },
  ]
  expect(faults(mapStyle({ palette, town, zones: [zone], route }))).toEqual([])
  expect(faults(mapStyle({ palette, town: undefined, zones: [], route: [] }))).toEqual([])
})

test('MAP-01 a map of pictures has them instead of streets, below zones and route', () => {
  const tiles = { url: '/tiles/{z}/{x}/{y}', min_zoom: 0, max_zoom: 18, credits: [] }
  const style = mapStyle({ palette, town: undefined, tiles, zones: [zone], route: [] })
  expect(faults(style)).toEqual([])
  expect(style.layers.map(({ id }) => id)).toEqual([
    'ground',
    'tiles',
    'zone',
    'zone-line',
    'route-edge',
    'route',
    'zone-name',
  ])
  expect(style.layers[1]).toMatchObject({ paint: { 'raster-brightness-max': 0.6 } })
  expect(style.sources['tiles']).toMatchObject({ tiles: [`${location.origin}/tiles/{z}/{x}/{y}`], maxzoom: 18 })

  const elsewhere = mapStyle({
    palette,
    town,
    tiles: { ...tiles, url: 'https://tiles.example/{z}/{x}/{y}.png' },
    zones: [],
    route: [],
  })
  expect(elsewhere.sources['tiles']).toMatchObject({ tiles: ['https://tiles.example/{z}/{x}/{y}.png'] })
})

test('MAP-01 the style contains no URL', () => {
  const style = mapStyle({ palette, town, zones: [zone], route: [] })
  expect(style.glyphs).toBeUndefined()
  expect(style.sprite).toBeUndefined()
  expect(JSON.stringify(style)).not.toMatch(/https?:|\/\//)
})

test('MAP-01 zones are areas and lines in the brand colour, with the longitude first', () => {
  const { layers, sources } = mapStyle({ palette, town, zones: [zone], route: [] })
  const of = (id: string) => layers.find((layer) => layer.id === id)
  expect(of('zone')).toMatchObject({ type: 'fill', source: 'zones', paint: { 'fill-color': palette.brand } })
  expect(of('zone-line')).toMatchObject({ paint: { 'line-color': palette.brand, 'line-width': 2 } })
  expect(sources).toHaveProperty('zones.data.features.0.geometry.coordinates.0.1', [65.3, -11.4])
})

test('MAP-01 the box around zones contains every corner', () => {
  expect(boxAround(cornersOf([zone]))).toEqual([65.2, -11.5, 65.3, -11.4])
  expect(boxAround([])).toBeUndefined()
})
