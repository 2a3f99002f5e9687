/** The least number of characters of a password. A town may require more (D30). */
export const minPasswordLength = 6

/** The recommended number of characters, if the town requires fewer (D7). */
export const recommendedPassword = 8

/** How hard a password is to guess, from 0 (nothing typed) to 4. */
export type Strength = 0 | 1 | 2 | 3 | 4

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u]

/**
 * A hint while typing (D7), not a rule: the server refuses short and common passwords.
 * Length counts most, because it makes guessing slow. Repeated characters count once.
 */
export function strengthOf(password: string): Strength {
  if (password === '') return 0
  const different = new Set(password).size
  if (password.length < minPasswordLength || different < 4) return 1
  const variety = kinds.filter((kind) => kind.test(password)).length
  const points = Math.min(password.length, different * 2) + 2 * variety
  if (points < 12) return 1
  if (points < 15) return 2
  return points < 19 ? 3 : 4
}
