import { readFileSync } from 'node:fs'

type Chunk = { file: string; imports?: string[]; css?: string[] }

/** The built chunks, by source file. */
const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<string, Chunk>

function withImports(name: string, seen = new Set<string>()) {
  if (seen.has(name)) return seen
  seen.add(name)
  manifest[name]?.imports?.forEach((one) => withImports(one, seen))
  return seen
}

const page = 'index.html'
const chunksOf = (names: Iterable<string>) => [...names].flatMap((name) => manifest[name] ?? [])
const urlsOf = (files: readonly string[]) => [...new Set(files)].map((file) => `/${file}`)
/** Returns the manifest's names of a source file. The router adds a query to the name of a split chunk. */
const sourcesOf = (path: string) => Object.keys(manifest).filter((name) => name.split('?')[0] === path)

/** The URL of the entry script. */
export const entry = `/${manifest[page]?.file}`

/** Returns the files that a route needs in addition to the entry's. route: a file name in src/routes. */
export function filesOf(route: string) {
  const start = withImports(page)
  const chunks = chunksOf(sourcesOf(`src/routes/${route}`).flatMap((name) => [...withImports(name)])).filter(
    (chunk) => !chunksOf(start).includes(chunk),
  )
  return {
    scripts: urlsOf(chunks.map(({ file }) => file)),
    styles: urlsOf(chunks.flatMap(({ css = [] }) => css)),
  }
}

/** Returns all scripts and styles of the entry and of these sources. */
export function filesWith(sources: readonly string[]) {
  const chunks = chunksOf([page, ...sources.flatMap(sourcesOf)].flatMap((name) => [...withImports(name)]))
  return urlsOf(chunks.flatMap(({ file, css = [] }) => [file, ...css]))
}

/** The source files of all routes. */
export const routes = Object.keys(manifest)
  .map((name) => name.split('?')[0] ?? '')
  .filter((name) => /^src\/routes\/(?!-)[\w.$-]+\.tsx$/.test(name))
