import type { AnyRouter } from '@tanstack/react-router'
import { announcePages } from './announce'
import { focusInvalid } from './focus-invalid'
import { keepFocus } from './keep-focus'
import { keepForOffline } from './offline'

/** What nobody needs before the page is there. */
export function startLate(router: AnyRouter) {
  keepFocus()
  focusInvalid()
  announcePages(router)
  keepForOffline()
}
