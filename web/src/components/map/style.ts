import type {
  ExpressionSpecification,
  LayerSpecification,
  RasterSourceSpecification,
  StyleSpecification,
} from 'maplibre-gl'
import type { MapFeatures, MapTilesView, ZoneView } from '@/lib/api/types.gen'
import type { Point } from '@/lib/scope/guards'
import type { Palette } from './palette'
import { routeShape, zoneShapes } from './shapes'

type Drawing = {
  palette: Palette
  /** Streets and areas from the server. */
  town: MapFeatures | undefined
  /** Pictures of which the map is made, instead of the town's streets and areas. */
  tiles?: MapTilesView
  zones: readonly ZoneView[]
  route: readonly Point[]
}

/**
 * The whole map as a pure function of its contents. Its only URL is that of the tiles: the
 * shapes are data, and without `glyphs` the labels use the page's fonts. The first name in the font stack
 * is not a family: the library reads the weight from it.
 */
export function mapStyle({ palette, town, tiles, zones, route }: Drawing): StyleSpecification {
  return {
    version: 8,
    sources: {
      // The server's features are GeoJSON, but the type of a geometry in its document is only "object".
      town: { type: 'geojson', data: (town ?? nothing) as typeof nothing },
      ...(tiles && { tiles: tileSource(tiles) }),
      zones: { type: 'geojson', data: zoneShapes(zones) },
      route: { type: 'geojson', data: routeShape(route) },
    },
    layers: tiles
      ? [...pictures(palette), zoneArea(palette), ...lines(palette), zoneName(palette)]
      : [...grounds(palette), ...streets(palette), ...lines(palette), ...labels(palette), zoneName(palette)],
  }
}

const nothing = { type: 'FeatureCollection' as const, features: [] }
const font = ['SemiBold', 'Figtree Variable', 'Vazirmatn Variable']

const isClass = (...classes: string[]): ExpressionSpecification => ['in', ['get', 'class'], ['literal', classes]]

/** A width in px that doubles with every zoom level once streets are wide enough. */
const width = (far: number, near: number): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.6],
  ['zoom'],
  11,
  far,
  18,
  near,
]

function tileSource({ url, min_zoom, max_zoom }: MapTilesView): RasterSourceSpecification {
  const address = url.startsWith('/') ? location.origin + url : url
  return { type: 'raster', tiles: [address], tileSize: 256, minzoom: min_zoom, maxzoom: max_zoom }
}

/** The pictures have streets and names of their own, and are made for daylight. */
const pictures = ({ land, brightness }: Palette): LayerSpecification[] => [
  { id: 'ground', type: 'background', paint: { 'background-color': land } },
  { id: 'tiles', type: 'raster', source: 'tiles', paint: { 'raster-brightness-max': Number(brightness || 1) } },
]

/** Lighter at high zoom, so that streets are readable where zones overlap. */
const zoneArea = ({ brand }: Palette): LayerSpecification => ({
  id: 'zone',
  type: 'fill',
  source: 'zones',
  paint: { 'fill-color': brand, 'fill-opacity': ['interpolate', ['linear'], ['zoom'], 14, 0.18, 17, 0.07] },
})

function grounds(palette: Palette): LayerSpecification[] {
  const { water, land, park, square, building } = palette
  const area = (id: string, color: string): LayerSpecification => ({
    id,
    type: 'fill',
    source: 'town',
    filter: isClass(id),
    paint: { 'fill-color': color },
  })
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': water } },
    area('shore', land),
    area('park', park),
    area('square', square),
    area('water', water),
    zoneArea(palette), // below the streets
    { ...area('building', building), minzoom: 14 },
  ]
}

function streets({ street, kerb }: Palette): LayerSpecification[] {
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const
  const line = (id: string, classes: string[], color: string, size: ExpressionSpecification): LayerSpecification => ({
    id,
    type: 'line',
    source: 'town',
    filter: isClass(...classes),
    layout: round,
    paint: { 'line-color': color, 'line-width': size },
  })
  return [
    {
      id: 'path',
      type: 'line',
      source: 'town',
      minzoom: 13,
      filter: isClass('path'),
      paint: { 'line-color': kerb, 'line-width': width(0.5, 4), 'line-dasharray': [2, 1.5] },
    },
    line('lane-kerb', ['lane'], kerb, width(0.8, 17)),
    line('secondary-kerb', ['secondary'], kerb, width(1.6, 25)),
    line('main-kerb', ['main'], kerb, width(2.6, 34)),
    line('lane', ['lane'], street, width(0.4, 14)),
    line('secondary', ['secondary'], street, width(1, 21)),
    line('main', ['main'], street, width(1.8, 30)),
  ]
}

function lines({ brand, surface }: Palette): LayerSpecification[] {
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const
  return [
    { id: 'zone-line', type: 'line', source: 'zones', paint: { 'line-color': brand, 'line-width': 2 } },
    {
      id: 'route-edge',
      type: 'line',
      source: 'route',
      layout: round,
      paint: { 'line-color': surface, 'line-width': 9 },
    },
    { id: 'route', type: 'line', source: 'route', layout: round, paint: { 'line-color': brand, 'line-width': 5 } },
  ]
}

const zoneName = ({ brand, surface }: Palette): LayerSpecification => ({
  id: 'zone-name',
  type: 'symbol',
  source: 'zones',
  maxzoom: 15,
  layout: { 'text-field': ['get', 'name'], 'text-font': font, 'text-size': 15, 'text-max-width': 6 },
  paint: { 'text-color': brand, 'text-halo-color': surface, 'text-halo-width': 2 },
})

function labels({ label, land }: Palette): LayerSpecification[] {
  const paint = { 'text-color': label, 'text-halo-color': land, 'text-halo-width': 1.6 }
  const street = (id: string, classes: string[], minzoom: number, size: number): LayerSpecification => ({
    id,
    type: 'symbol',
    source: 'town',
    minzoom,
    filter: isClass(...classes),
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 320,
      'text-field': ['get', 'name'],
      'text-font': font,
      'text-size': size,
    },
    paint,
  })
  return [
    {
      id: 'ground-name',
      type: 'symbol',
      source: 'town',
      minzoom: 13.5,
      filter: isClass('park', 'water', 'square'),
      layout: { 'text-field': ['get', 'name'], 'text-font': font, 'text-size': 12, 'text-max-width': 7 },
      paint,
    },
    street('lane-name', ['lane', 'path'], 15.5, 11),
    street('secondary-name', ['secondary'], 14, 12),
    street('main-name', ['main'], 12.5, 13),
  ]
}
