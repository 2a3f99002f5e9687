import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Names the folder that all workers of a run share. */
const folder = 'HAWKER_CLAIMS'

/** Lets the workers of a run share their claims. Returns a function that deletes them. */
export async function shareClaims(): Promise<() => Promise<void>> {
  const made = await mkdtemp(join(tmpdir(), 'hawker-claims-'))
  process.env[folder] = made
  return () => rm(made, { recursive: true })
}

/** Whether no worker has claimed this before. A check that is the same on every page is made by the one that claims it. */
export function claim(what: string): boolean {
  try {
    mkdirSync(join(process.env[folder]!, createHash('sha256').update(what).digest('hex')))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
