import type { MantineColorSchemeManager } from '@mantine/core'
import { isRecord } from './guards'
import { onStorageChange, readJson, write } from './local-storage'

export type Theme = 'light' | 'dark'

/** The remembered theme; undefined follows the system (I18N-02). */
export function storedTheme(): Theme | undefined {
  const settings = readJson('settings')
  const theme = isRecord(settings) ? settings.theme : undefined
  return theme === 'light' || theme === 'dark' ? theme : undefined
}

function storeTheme(theme: Theme | undefined) {
  // The kit stores again what it was just told of: without this, the two would never stop.
  if (theme === storedTheme()) return
  const settings = readJson('settings')
  write({ settings: JSON.stringify({ ...(isRecord(settings) ? settings : {}), theme }) })
}

/** Lets the kit keep its colour scheme among our settings. */
export function themeManager(): MantineColorSchemeManager {
  let stop = () => {}
  return {
    get: (fallback) => storedTheme() ?? fallback,
    set: (scheme) => storeTheme(scheme === 'auto' ? undefined : scheme),
    subscribe: (onUpdate) => {
      stop = onStorageChange(() => onUpdate(storedTheme() ?? 'auto'))
    },
    unsubscribe: () => stop(),
    clear: () => storeTheme(undefined),
  }
}
