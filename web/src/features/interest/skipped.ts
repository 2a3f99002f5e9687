import { isId } from '@/lib/scope/guards'
import { readJson, write } from '@/lib/scope/local-storage'

/** The modules in which this customer skipped the choice of interests on this device. */
export function skippedModules(): number[] {
  const kept = readJson('skipped_interests')
  return Array.isArray(kept) ? kept.filter(isId).slice(0, 100) : []
}

/** Remembers that the choice was skipped, so that nobody is asked twice (LOC-10). */
export function skipInterests(moduleId: number) {
  const others = skippedModules().filter((id) => id !== moduleId)
  write({ skipped_interests: JSON.stringify([moduleId, ...others]) })
}
