import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The calls that the first page makes. All others are in a file that later pages fetch. */
const first = new Set(
  `createGuest deleteCartItem getCart getCategory getConfig getCustomer getItem getLandingPage getPage getStore
  listBanners listCategories listDiscountedItems listItemReviews listItems listLatestItems listLatestStores listModules
  listPopularItems listPopularStores listRecommendedItems listStoreReviews listTopRatedStores postCart putCart suggestItems`.split(
    /\s+/,
  ),
)

const generated = /\/src\/lib\/api\/(sdk|@tanstack\/react-query)\.gen\.ts$/
const half = /\?calls=(first|later)$/

/** The call that an export of the generated client belongs to: getCart for getCartOptions. */
const callOf = (name: string) => name.replace(/(Infinite)?(Options|QueryKey|Mutation)$/, '')

/** Leaves out the exported constants of the other half. Everything else stays: types, imports, helpers. */
export function halfOf(code: string, which: 'first' | 'later'): string {
  const statement = /(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export const (\w+) = [\s\S]*?\n(?=\n|$)/g
  return code.replace(statement, (text, name: string) => (first.has(callOf(name)) === (which === 'first') ? text : ''))
}

/** Splits the generated client in two, so that the first page does not grow with every new call. */
export const splitCalls = (): Plugin => ({
  name: 'split-calls',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (generated.test(id)) {
      const file = `./${id.slice(id.lastIndexOf('/') + 1)}`
      return {
        code: `export * from '${file}?calls=first'\nexport * from '${file}?calls=later'\n`,
        moduleSideEffects: false,
      }
    }
    const which = half.exec(id)?.[1] as 'first' | 'later' | undefined
    if (!which) return null
    const file = id.replace(half, '')
    return { code: halfOf(readFileSync(file, 'utf8'), which), moduleSideEffects: false, moduleType: 'ts' }
  },
})
