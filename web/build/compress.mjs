// Packs the built files once, so that the server never has to: name.gz and
// name.br beside each. The page itself is filled per request and stays plain.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const packable = /\.(js|css|svg|txt)$/
const smallest = 512 // bytes; below this the headers cost more than is won

for (const entry of readdirSync('dist', { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !packable.test(entry.name)) continue
  const path = `${entry.parentPath}/${entry.name}`
  const plain = readFileSync(path)
  if (plain.length < smallest) continue
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }))
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
  )
}

// The manifest is for the size budget, not for the server.
mkdirSync('node_modules/.cache', { recursive: true })
renameSync('dist/.vite/manifest.json', 'node_modules/.cache/manifest.json')
rmSync('dist/.vite', { recursive: true })
