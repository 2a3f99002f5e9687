// What a first visit to /home fetches: the entry, the route, and whatever they import before they can draw.
import { readFileSync } from 'node:fs'

const readManifest = (name) => JSON.parse(readFileSync(`node_modules/.cache/${name}`, 'utf8'))
const manifest = readManifest('manifest.json')
const deskManifest = readManifest('desk-manifest.json')

function withImports(all, names, seen = new Set()) {
  for (const name of names) {
    if (seen.has(name)) continue
    seen.add(name)
    withImports(all, all[name].imports ?? [], seen)
  }
  return seen
}

const chunksOf = (all, names) => [...withImports(all, names)].map((name) => all[name])
const filesOf = (chunks) => chunks.map(({ file }) => `dist/${file}`)
const stylesOf = (chunks) => chunks.flatMap(({ css = [] }) => css.map((file) => `dist/${file}`))

const route = Object.keys(manifest).filter((name) => name.startsWith('src/routes/home.tsx'))
const first = chunksOf(manifest, ['index.html', ...route])
// The desk of the staff, a second entry with chunks of its own.
const desk = chunksOf(deskManifest, ['desk.html'])

// How many scripts a page may ask for before it can draw: join small ones in build/chunk-groups.ts.
const maxScripts = 25
for (const page of Object.keys(manifest).filter((name) => name.startsWith('src/routes/') && name.includes('?'))) {
  const count = chunksOf(manifest, ['index.html', page]).length
  if (count > maxScripts) throw new Error(`${page} asks for ${count} scripts`)
}

export default [
  { name: 'first route, JS', path: filesOf(first), gzip: true, limit: '175 kB' },
  { name: 'first route, CSS', path: stylesOf(first), gzip: true, limit: '22 kB' },
  { name: 'desk, JS', path: filesOf(desk), gzip: true, limit: '175 kB' },
  { name: 'desk, CSS', path: stylesOf(desk), gzip: true, limit: '22 kB' },
]
