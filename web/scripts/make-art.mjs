// Makes the pictures of the demo town (npm run art): internal/demo/art.json → internal/demo/media.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { makeArt } from './art/make.mjs'

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))

const start = Date.now()
try {
  const entries = JSON.parse(await readFile(path('../../internal/demo/art.json'), 'utf8'))
  const sum = await makeArt({
    entries,
    out: path('../../internal/demo/media'),
    cache: path('../node_modules/.cache/hawker-art'),
    progress: (made, all) => process.stdout.write(`pictures: ${made} of ${all}\n`),
  })
  const seconds = ((Date.now() - start) / 1000).toFixed(1)
  const size = (sum.bytes / 1e6).toFixed(1)
  process.stdout.write(`pictures: ${sum.pictures} (${sum.drawn} drawn again), ${size} MB, ${seconds} s\n`)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
