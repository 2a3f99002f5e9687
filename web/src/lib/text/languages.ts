import type { ResolvedIntlConfig } from 'react-intl'

/** Message id → text, or the parsed text. */
export type Messages = ResolvedIntlConfig['messages']
type Catalogue = () => Promise<{ default: Messages }>

/** English is in the code. Any other language of the project is one file (I18N-01). */
const files = import.meta.glob<{ default: Messages }>(['../../locales/*.json', '!../../locales/en.json'])

const catalogues = new Map<string, Catalogue>(
  Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.json$/g, ''), load]),
)

/** Not in the menu. A tester sets one in the storage, to find strings that are not in the catalogue. */
const pseudoLocales = new Map<string, Catalogue>([
  ['en-XA', () => import('virtual:pseudo/en-XA')],
  ['ar-XB', () => import('virtual:pseudo/ar-XB')],
])

/** The languages of the project. */
export const languages: readonly string[] = ['en', ...[...catalogues.keys()].sort()]

/** What the server writes into the page. */
const meta = (name: string) => globalThis.document?.querySelector<HTMLMetaElement>(`meta[name=hk-${name}]`)?.content

/** The languages that the town offers. The first is used until another is chosen. */
const offered = () => meta('languages')?.split(' ') ?? languages

/** A language of the town's own is a file of the server (internal/page/languages.go). */
function ownCatalogue(language: string): Catalogue | undefined {
  const address = meta(`language-${language}`)
  return address ? async () => ({ default: (await (await fetch(address)).json()) as Messages }) : undefined
}

export const defaultLanguage = () => offered()[0] ?? 'en'

/** The documented list and yi (D9). */
const rightToLeft = new Set(['ar', 'arc', 'dv', 'fa', 'ha', 'he', 'khw', 'ks', 'ku', 'ps', 'ur', 'yl', 'yi'])

type Direction = 'ltr' | 'rtl'

export function directionOf(language: string): Direction {
  return rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr'
}

/** Whether the town has this language. An unknown value is ignored (LOC-14). */
export const isSpoken = (language: string) => offered().includes(language) || pseudoLocales.has(language)

/** The name of a language in that language: Deutsch, العربية. */
export function languageName(language: string) {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}

/** The messages of a language. English needs none, and is shown if the file cannot be fetched. */
export async function loadMessages(language: string): Promise<Messages> {
  const load = catalogues.get(language) ?? pseudoLocales.get(language) ?? ownCatalogue(language)
  const file = await load?.()
    .catch(load)
    .catch(() => undefined)
  return file?.default ?? {}
}
