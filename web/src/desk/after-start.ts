import { focusFirstInvalid } from '@/lib/page/focus-invalid'
import { restoreLostFocus } from '@/lib/page/restore-focus'

/** Starts what is not needed before the desk is shown. Returns a function that stops it. */
export function startAfterDesk() {
  const stops = [restoreLostFocus(), focusFirstInvalid()]
  return () => stops.forEach((stop) => stop())
}
