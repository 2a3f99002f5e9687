import { clockTime } from './times'

/** Fri, Nov 20, 14:05 */
export const dayTime = { ...clockTime, weekday: 'short', day: 'numeric', month: 'short' } as const
/** Nov 20, 2026, 14:05 */
export const dateTime = { ...clockTime, day: 'numeric', month: 'short', year: 'numeric' } as const
/** Nov 20, 2026 */
export const dateOnly = { dateStyle: 'medium' } as const
/** Friday, November 20 */
export const longDay = { weekday: 'long', day: 'numeric', month: 'long' } as const
/** Friday */
export const weekday = { weekday: 'long' } as const
