/** Degrees. */
export type Point = { lat: number; lng: number }

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

const within = (value: unknown, limit: number): value is number => typeof value === 'number' && Math.abs(value) <= limit

export const isPoint = (value: unknown): value is Point =>
  isRecord(value) && within(value.lat, 90) && within(value.lng, 180)

/** The value of a JSON text, or null if it is missing or damaged. */
export function parseJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text as string) // undefined is no JSON, null is
  } catch {
    return null
  }
}
