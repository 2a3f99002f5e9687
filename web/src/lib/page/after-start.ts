import type { AnyRouter, RouterHistory } from '@tanstack/react-router'
import { announcePageTitles } from './announce-page'
import { focusFirstInvalid } from './focus-invalid'
import { restoreLostFocus } from './restore-focus'
import { registerServiceWorker } from './service-worker'
import { skipClosedDialogs } from './skip-closed-dialogs'

/** What nobody needs before the page is there. */
export function startAfterFirstPage(router: AnyRouter) {
  restoreLostFocus()
  focusFirstInvalid()
  announcePageTitles(router)
  skipClosedDialogs(router.history as RouterHistory)
  registerServiceWorker()
}
