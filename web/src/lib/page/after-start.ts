import type { AnyRouter, RouterHistory } from '@tanstack/react-router'
import { announcePageTitles } from './announce-page'
import { focusFirstInvalid } from './focus-invalid'
import { restoreLostFocus } from './restore-focus'
import { registerServiceWorker } from './service-worker'
import { skipClosedDialogs } from './skip-closed-dialogs'

/** Starts what is not needed before the first page is shown. */
export function startAfterFirstPage(router: AnyRouter) {
  restoreLostFocus()
  focusFirstInvalid()
  announcePageTitles(router)
  skipClosedDialogs(router.history as RouterHistory)
  registerServiceWorker()
}
