import 'maplibre-gl/dist/maplibre-gl.css'
import * as maplibre from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Map, Marker, type MapRef } from '@vis.gl/react-maplibre'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { getMapFeaturesOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { Point } from '@/lib/scope/guards'
import { useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import { MapCredits } from './map-credits'
import { MapMissing } from './map-missing'
import type { MapProps } from './map-view'
import { usePalette } from './palette'
import { Pin } from './pin'
import { boxAround } from './shapes'
import { mapStyle } from './style'
import { zoom } from './zoom'
import { ZoomButtons } from './zoom-buttons'
import c from './town-map.module.css'

const text = defineMessages({
  wheel: { id: 'map.gesture.wheel', defaultMessage: 'Use Ctrl and the wheel to zoom the map' },
  wheelMac: { id: 'map.gesture.wheel_mac', defaultMessage: 'Use ⌘ and the wheel to zoom the map' },
  fingers: { id: 'map.gesture.fingers', defaultMessage: 'Use two fingers to move the map' },
})

// A file of the same origin: a worker from text would need a weaker content security policy.
maplibre.setWorkerUrl(workerUrl)

/** Fetches the worker into the browser's cache first, because the library does not retry. */
export async function fetchWorker() {
  const response = await fetch(workerUrl)
  if (!response.ok) throw new Error(`${workerUrl}: ${response.status}`)
  await response.arrayBuffer()
}

const none: readonly never[] = []

/** The same for every map: it lies flat, with the north up. */
const fixed = {
  mapLib: maplibre,
  minZoom: zoom.min,
  maxZoom: zoom.max,
  dragRotate: false,
  touchPitch: false,
  pitchWithRotate: false,
  attributionControl: false,
} as const

/** Used through MapView, which fetches this file when a map is first visible. */
export default function TownMap(props: MapProps) {
  const { isLoadingError, refetch } = useTown()
  return isLoadingError ? <MapMissing isLost reset={() => void refetch()} /> : <LoadedMap {...props} />
}

function LoadedMap({ label, center, start, fit = none, onPick, inPage = false, ...drawn }: MapProps) {
  const { zones = none, pins = none, route = none } = drawn
  const locale = useMapLocale(label)
  const map = useRef<MapRef>(null)
  const [level, setLevel] = useState<number>(zoom[start])
  const [failed, setFailed] = useState(false)
  const [moving, setMoving] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const [isDrawn, setDrawn] = useState(false)
  const { style, tiles, isPending } = useTownStyle({ zones, route }, isLoaded)
  useMoves(map, center, isLoaded, onPick !== undefined)

  const tell = () => {
    const middle = map.current?.getCenter()
    if (middle) onPick?.({ lat: middle.lat, lng: middle.lng })
  }
  const begin = () => {
    setLoaded(true)
    if (tiles) setDrawn(true)
    const box = boxAround(fit)
    if (box) map.current?.fitBounds(box, { padding: 48, maxZoom: zoom.point, duration: 700 })
    else tell()
  }

  if (failed) return <MapMissing />
  return (
    <div className={c.map} data-loading={!isDrawn || undefined} data-moving={moving || undefined}>
      <Map
        {...fixed}
        ref={map}
        mapStyle={style}
        // A style that is still loading cannot be compared with the next one.
        styleDiffing={isLoaded}
        initialViewState={{ latitude: center.lat, longitude: center.lng, zoom: zoom[start] }}
        cooperativeGestures={inPage}
        locale={locale}
        onLoad={begin}
        onIdle={() => setDrawn(!isPending || !!tiles)}
        onZoom={({ viewState }) => setLevel(viewState.zoom)}
        onMoveStart={() => setMoving(true)}
        onMoveEnd={() => {
          setMoving(false)
          tell()
        }}
        onClick={({ lngLat }) => onPick && map.current?.easeTo({ center: lngLat })}
        // Before there is a map, an error means that none can be rendered; later, that one picture failed.
        onError={() => map.current ?? setFailed(true)}
      >
        <Markers pins={pins} />
      </Map>
      {onPick && (
        <span className={c.middle}>
          <Pin kind="place" />
        </span>
      )}
      {tiles && <MapCredits credits={tiles.credits} />}
      <ZoomButtons level={level} onZoom={(to) => map.current?.zoomTo(to)} />
    </div>
  )
}

function Markers({ pins }: Required<Pick<MapProps, 'pins'>>) {
  return pins.map(({ id, kind, point, label }) => (
    <Marker key={id} latitude={point.lat} longitude={point.lng} anchor="bottom">
      <Pin kind={kind} label={label} />
    </Marker>
  ))
}

/** What the town's own map is drawn from. */
function useTown() {
  const { map_tiles: tiles } = useShop()
  return useQuery({ ...getMapFeaturesOptions(), staleTime: Infinity, enabled: !tiles })
}

/** The town's own map, or the tiles that are set up, with what is drawn on it. */
function useTownStyle({ zones, route }: Required<Pick<MapProps, 'zones' | 'route'>>, isLoaded: boolean) {
  const { map_tiles: tiles } = useShop()
  const { data: town, isPending } = useTown()
  const palette = usePalette()
  // Only after the start, which does not wait for the server of the tiles then.
  const shownTiles = isLoaded ? tiles : undefined
  const style = useMemo(
    () => mapStyle({ palette, town, tiles: shownTiles, zones, route }),
    [palette, town, shownTiles, zones, route],
  )
  return { style, tiles, isPending }
}

/** The texts of the library. */
function useMapLocale(label: string) {
  const { formatMessage: t } = useIntl()
  return {
    'Map.Title': label,
    'CooperativeGesturesHandler.WindowsHelpText': t(text.wheel),
    'CooperativeGesturesHandler.MacHelpText': t(text.wheelMac),
    'CooperativeGesturesHandler.MobileHelpText': t(text.fingers),
  }
}

/**
 * Moves the map to a new middle, also while it is still moving to the last one. A map on which a
 * place is picked may have been moved since: there the same middle, given again, is a new one.
 */
function useMoves(map: React.RefObject<MapRef | null>, center: Point, isLoaded: boolean, isPicked: boolean) {
  const told = useRef(center)
  useEffect(() => {
    const last = told.current
    const isThere = isPicked ? last === center : last.lat === center.lat && last.lng === center.lng
    if (!isLoaded || isThere) return
    told.current = center
    const { lat, lng } = center
    map.current?.easeTo({ center: { lat, lng }, zoom: Math.max(map.current.getZoom(), 16) })
  }, [map, center, isLoaded, isPicked])
}
