import { readFileSync } from 'node:fs'
import { parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { pseudo } from './pseudo.ts'

const english = new URL('../src/locales/en.json', import.meta.url)
const pseudoId = 'virtual:pseudo/'

/**
 * Parses every message during the build, so that the browser needs no parser.
 *
 * English messages are the defaults in the code, so they load with their route and need
 * no catalogue. Every other language has a JSON file. The pseudo-locales are made from
 * the English catalogue (I18N-01).
 */
export function messages(): Plugin {
  let building = false
  return {
    name: 'messages',
    enforce: 'post',
    configResolved: (config) => {
      building = config.command === 'build'
    },
    resolveId: (id) => (id.startsWith(pseudoId) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${pseudoId}`)) return undefined
      this.addWatchFile(english.pathname)
      const catalogue = JSON.parse(readFileSync(english, 'utf8')) as Record<string, string>
      const mirrored = id.endsWith('ar-XB')
      return `export default ${JSON.stringify(compiled(catalogue, (text) => pseudo(parse(text), mirrored)))}`
    },
    transform(code, id) {
      if (!building || id.includes('node_modules')) return undefined
      if (/\/src\/locales\/[\w-]+\.json$/.test(id)) {
        const catalogue = JSON.parse(readFileSync(id, 'utf8')) as Record<string, string>
        return { code: `export default ${JSON.stringify(compiled(catalogue, parse))}`, map: null }
      }
      return code.includes('defaultMessage') ? { code: withParsedDefaults(code), map: null } : undefined
    },
  }
}

const compiled = (catalogue: Record<string, string>, compile: (text: string) => unknown) =>
  Object.fromEntries(Object.entries(catalogue).map(([id, text]) => [id, compile(text)]))

// At this stage the code is plain JavaScript, in which the compiler has put every string in double quotes.
const defaultMessage = /\bdefaultMessage: ("(?:[^"\\\n]|\\.)*")/g

const withParsedDefaults = (code: string) =>
  code.replace(
    defaultMessage,
    (_whole, literal: string) => `defaultMessage: ${JSON.stringify(parse(JSON.parse(literal) as string))}`,
  )
