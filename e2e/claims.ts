import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Names the folder that all workers of a run share. */
const folder = 'HAWKER_CLAIMS'

/** Lets the workers of a run share their claims. Returns what forgets them. */
export async function shareClaims(): Promise<() => Promise<void>> {
  const made = await mkdtemp(join(tmpdir(), 'hawker-claims-'))
  process.env[folder] = made
  return () => rm(made, { recursive: true })
}

/** Whether nobody has claimed this before, in any worker. What looks the same everywhere is tried by who claims it. */
export function claim(what: string): boolean {
  try {
    mkdirSync(join(process.env[folder]!, createHash('sha256').update(what).digest('hex')))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
