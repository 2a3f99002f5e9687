// What a first visit to /home fetches: the entry, the route, and whatever they import before they can draw.
import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync('node_modules/.cache/manifest.json', 'utf8'))

function withImports(names, seen = new Set()) {
  for (const name of names) {
    if (seen.has(name)) continue
    seen.add(name)
    withImports(manifest[name].imports ?? [], seen)
  }
  return seen
}

const route = Object.keys(manifest).filter((name) => name.startsWith('src/routes/home.tsx'))
const first = [...withImports(['index.html', ...route])].map((name) => manifest[name])

export default [
  { name: 'first route, JS', path: first.map(({ file }) => `dist/${file}`), gzip: true, limit: '175 kB' },
  {
    name: 'first route, CSS',
    path: first.flatMap(({ css = [] }) => css.map((file) => `dist/${file}`)),
    gzip: true,
    limit: '22 kB',
  },
]
