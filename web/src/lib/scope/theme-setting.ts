import type { MantineColorSchemeManager } from '@mantine/core'
import { isRecord } from './guards'
import { onStorageChange, readJson, write } from './local-storage'

export type Theme = 'light' | 'dark'

/** The stored theme; undefined follows the system (I18N-02). */
export function storedTheme(): Theme | undefined {
  const settings = readJson('settings')
  const theme = isRecord(settings) ? settings.theme : undefined
  return theme === 'light' || theme === 'dark' ? theme : undefined
}

function storeTheme(theme: Theme | undefined) {
  // Mantine stores the scheme again after each change: without this check it would loop.
  if (theme === storedTheme()) return
  const settings = readJson('settings')
  write({ settings: JSON.stringify({ ...(isRecord(settings) ? settings : {}), theme }) })
}

/** Makes Mantine store its colour scheme in our settings. */
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
