/** What the customer has chosen about one thing. 0 stars: nothing yet. */
export type Opinion = { rating: number; comment: string; images: string[] }

export const noOpinion: Opinion = { rating: 0, comment: '', images: [] }

/** Everything that is not sent yet, by the key of its question. It outlives the dialog. */
export type Draft = Partial<Record<string | number, Opinion>>

/** One thing that can be rated. */
export type Question = {
  key: string | number
  name: string
  /** Who reads the text, if not everybody. Such a review has no photos. */
  hint?: string
}

/** The opinions that have stars, with the keys of their questions. Texts are trimmed. */
export function opinionsOf<K extends string | number>(draft: Draft, keys: readonly K[]): [K, Opinion][] {
  return keys.flatMap((key): [K, Opinion][] => {
    const opinion = draft[key] ?? noOpinion
    return opinion.rating === 0 ? [] : [[key, { ...opinion, comment: opinion.comment.trim() }]]
  })
}
