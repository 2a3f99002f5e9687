import type { ResolvedIntlConfig } from 'react-intl'

/** Message id → text, or the text already parsed. */
export type Messages = ResolvedIntlConfig['messages']
type Catalogue = () => Promise<{ default: Messages }>

/** English stands in the code; any other language is one file (I18N-01). */
const files = import.meta.glob<{ default: Messages }>(['../../locales/*.json', '!../../locales/en.json'])

const catalogues: Record<string, Catalogue> = Object.fromEntries(
  Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.json$/g, ''), load]),
)

/** Never offered; a tester names one in the storage to look for strings that are no messages. */
const pseudoLocales: Record<string, Catalogue> = {
  'en-XA': () => import('virtual:pseudo/en-XA'),
  'ar-XB': () => import('virtual:pseudo/ar-XB'),
}

/** What the language menu offers. */
export const languages: readonly string[] = ['en', ...Object.keys(catalogues).sort()]

/** The documented list, and yi (D9). */
const rightToLeft = new Set(['ar', 'arc', 'dv', 'fa', 'ha', 'he', 'khw', 'ks', 'ku', 'ps', 'ur', 'yl', 'yi'])

type Direction = 'ltr' | 'rtl'

export function directionOf(language: string): Direction {
  return rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr'
}

/** Whether there is anything to show in that language; a foreign value is not (LOC-14). */
export const isSpoken = (language: string) => languages.includes(language) || language in pseudoLocales

/** The language's own name for itself: Deutsch, العربية. */
export function languageName(language: string) {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}

/** Messages of a language; English needs none, and is what is shown where the file does not come. */
export async function loadMessages(language: string): Promise<Messages> {
  const load = catalogues[language] ?? pseudoLocales[language]
  const file = await load?.()
    .catch(load)
    .catch(() => undefined)
  return file?.default ?? {}
}
