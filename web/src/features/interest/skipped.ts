import { isId } from '@/lib/scope/guards'
import { readJson, write } from '@/lib/scope/local-storage'

/** Returns the modules in which the choice of interests was skipped on this device. */
export function skippedModules(): number[] {
  const kept = readJson('skipped_interests')
  return Array.isArray(kept) ? kept.filter(isId).slice(0, 100) : []
}

/** Stores that the choice was skipped, so that customers are not asked again (LOC-10). */
export function skipInterests(moduleId: number) {
  const others = skippedModules().filter((id) => id !== moduleId)
  write({ skipped_interests: JSON.stringify([moduleId, ...others]) })
}
