// Compresses the built files, so that the server does not have to: each file gets a
// .gz and a .br file. The page itself is not compressed, because the server fills it.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const compressible = /\.(js|css|svg|txt)$/
const minSize = 512 // bytes; for smaller files the headers outweigh the savings

for (const entry of readdirSync('dist', { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !compressible.test(entry.name)) continue
  const path = `${entry.parentPath}/${entry.name}`
  const plain = readFileSync(path)
  if (plain.length < minSize) continue
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }))
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
  )
}

// The manifests are for the size budgets, not for the server.
mkdirSync('node_modules/.cache', { recursive: true })
renameSync('dist/.vite/manifest.json', 'node_modules/.cache/manifest.json')
renameSync('dist/desk-manifest.json', 'node_modules/.cache/desk-manifest.json')
rmSync('dist/.vite', { recursive: true })
