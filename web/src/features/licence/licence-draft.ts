import { useState } from 'react'
import type { LicenceView } from '@/lib/api/types.gen'

export type LicenceDraft = {
  name: string
  number: string
  expires_on: string
  /** Ids of uploaded photos. */
  front: string
  back: string
  isForEver: boolean
}

/** What is filled in, and how to change parts of it. */
export type KeptDraft = readonly [LicenceDraft, (part: Partial<LicenceDraft>) => void]

/** A draft that starts as the licence that the shopper has seen; with another licence it starts again. */
export function useLicenceDraft(licence: LicenceView | undefined): KeptDraft {
  const id = licence?.id
  const [kept, setKept] = useState({ id, draft: draftOf(licence) })
  const current = kept.id === id ? kept : { id, draft: draftOf(licence) }
  const change = (part: Partial<LicenceDraft>) =>
    setKept((now) => ({ id, draft: { ...(now.id === id ? now : current).draft, ...part } }))
  return [current.draft, change]
}

const draftOf = (licence?: LicenceView): LicenceDraft => ({
  name: licence?.name ?? '',
  number: licence?.number ?? '',
  expires_on: licence?.expires_on ?? '',
  front: licence?.front ?? '',
  back: licence?.back ?? '',
  isForEver: licence?.expires_on === '',
})
