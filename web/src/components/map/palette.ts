import { useSyncExternalStore } from 'react'

// WebGL renders the map: it needs the values of the tokens, not their names.
const tokens = {
  water: '--hk-map-water',
  land: '--hk-map-land',
  park: '--hk-map-park',
  square: '--hk-map-square',
  building: '--hk-map-building',
  street: '--hk-map-street',
  kerb: '--hk-map-kerb',
  /** How bright the pictures of a map of pictures are, from 0 to 1. */
  brightness: '--hk-map-brightness',
  label: '--hk-text-2',
  brand: '--hk-brand',
  surface: '--hk-surface',
} as const

export type Palette = Record<keyof typeof tokens, string>

const scheme = 'data-mantine-color-scheme'

function onScheme(listener: () => void) {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: [scheme] })
  return () => observer.disconnect()
}

/** The colours of the map in the current colour scheme. */
export function usePalette(): Palette {
  // A string, because a snapshot must be equal for the same state.
  const values = useSyncExternalStore(onScheme, () => {
    const computed = getComputedStyle(document.documentElement)
    return Object.values(tokens)
      .map((token) => computed.getPropertyValue(token).trim())
      .join(';')
  })
  const list = values.split(';')
  return Object.fromEntries(Object.keys(tokens).map((name, i) => [name, list[i] ?? ''])) as Palette
}
