import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Hexadecimal SHA-256 of all parts, in order. */
export function digest(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** Files that were made before, kept under the hash of what they were made from. */
export class Cache {
  #dir
  #used = new Set()

  constructor(dir) {
    this.#dir = dir
  }

  /** The files `{name: bytes}` made from this key; make() is called only if there are none. */
  async files(key, make) {
    this.#used.add(key)
    const dir = join(this.#dir, key)
    const names = await readdir(dir).catch(() => null)
    if (names) return { hit: true, files: await readAll(dir, names) }
    const files = await make()
    await this.#keep(dir, files)
    return { hit: false, files }
  }

  /** Writes beside and renames: a run that is interrupted leaves no half picture. */
  async #keep(dir, files) {
    const draft = `${dir}.${process.pid}`
    await mkdir(draft, { recursive: true })
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(draft, name), bytes)
    await rm(dir, { recursive: true, force: true })
    await rename(draft, dir)
  }

  /** Forgets what this run did not use. */
  async prune() {
    const names = await readdir(this.#dir).catch(() => [])
    const old = names.filter((name) => !this.#used.has(name))
    await Promise.all(old.map((name) => rm(join(this.#dir, name), { recursive: true, force: true })))
  }
}

async function readAll(dir, names) {
  const pairs = names.toSorted().map(async (name) => [name, await readFile(join(dir, name))])
  return Object.fromEntries(await Promise.all(pairs))
}
