import { readFileSync } from 'node:fs'

type Chunk = { file: string; imports?: string[]; css?: string[] }

/** What was built, by source. */
const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<string, Chunk>

function withImports(name: string, seen = new Set<string>()) {
  if (seen.has(name)) return seen
  seen.add(name)
  manifest[name]?.imports?.forEach((one) => withImports(one, seen))
  return seen
}

const page = 'index.html'
const chunksOf = (names: Iterable<string>) => [...names].flatMap((name) => manifest[name] ?? [])
const addressesOf = (files: readonly string[]) => [...new Set(files)].map((file) => `/${file}`)
/** What the router makes a late chunk of is named after its file and a query. */
const sourcesOf = (path: string) => Object.keys(manifest).filter((name) => name.split('?')[0] === path)

/** The entry, which starts the storefront. */
export const entry = `/${manifest[page]?.file}`

/** What a route needs beyond what every page starts with; its file is named without the folder. */
export function filesOf(route: string) {
  const start = withImports(page)
  const chunks = chunksOf(sourcesOf(`src/routes/${route}`).flatMap((name) => [...withImports(name)])).filter(
    (chunk) => !chunksOf(start).includes(chunk),
  )
  return {
    scripts: addressesOf(chunks.map(({ file }) => file)),
    styles: addressesOf(chunks.flatMap(({ css = [] }) => css)),
  }
}

/** All that these sources draw with: scripts and styles. */
export function filesWith(sources: readonly string[]) {
  const chunks = chunksOf([page, ...sources.flatMap(sourcesOf)].flatMap((name) => [...withImports(name)]))
  return addressesOf(chunks.flatMap(({ file, css = [] }) => [file, ...css]))
}

/** Every route of the storefront. */
export const routes = Object.keys(manifest)
  .map((name) => name.split('?')[0] ?? '')
  .filter((name) => /^src\/routes\/(?!-)[\w.$-]+\.tsx$/.test(name))
