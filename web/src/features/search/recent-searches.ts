import { useMemo, useSyncExternalStore } from 'react'
import { onStorageChange, read, readJson, write } from '@/lib/scope/local-storage'

const maxSearches = 8
const maxLength = 100 // letters, as the field allows

/** What was searched for on this device, the latest first. It is sent nowhere, and signing out removes it. */
export function readRecentSearches(): string[] {
  const kept = readJson('recent_searches')
  if (!Array.isArray(kept)) return []
  const texts = kept.filter((words): words is string => typeof words === 'string' && words.trim() !== '')
  return withoutRepeats(texts.map((words) => words.trim().slice(0, maxLength))).slice(0, maxSearches)
}

const sameWords = (words: string) => words.toLocaleLowerCase()

const withoutRepeats = (texts: string[]) =>
  texts.filter((words, at) => texts.findIndex((other) => sameWords(other) === sameWords(words)) === at)

const store = (searches: string[]) =>
  write({ recent_searches: searches.length === 0 ? null : JSON.stringify(searches.slice(0, maxSearches)) })

export const rememberSearch = (words: string) => store(withoutRepeats([words, ...readRecentSearches()]))

export const removeRecentSearch = (words: string) =>
  store(readRecentSearches().filter((kept) => sameWords(kept) !== sameWords(words)))

export const removeRecentSearches = () => store([])

/** The recent searches as they are now; none while a server renders. */
export function useRecentSearches() {
  const text = useSyncExternalStore(
    onStorageChange,
    () => read('recent_searches'),
    () => null,
  )
  // The text decides whether they have changed; they are read from it once.
  return useMemo(() => (text === null ? [] : readRecentSearches()), [text])
}
