/** What the browser's storage refused, because it is blocked or full. It is kept until the page is left. */
const refused = new Map<string, string>()

export const isStorageRefused = () => refused.size > 0

type GetStorage = () => Storage // even naming a blocked storage throws

export function readFrom(storage: GetStorage, key: string): string | null {
  try {
    return refused.get(key) ?? storage().getItem(key)
  } catch {
    return null
  }
}

/** null removes the value. */
export function writeTo(storage: GetStorage, key: string, value: string | null) {
  refused.delete(key)
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, value)
  } catch {
    if (value !== null) refused.set(key, value)
  }
}
