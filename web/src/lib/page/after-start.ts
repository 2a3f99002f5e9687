import type { AnyRouter, RouterHistory } from '@tanstack/react-router'
import type { IntlShape } from 'react-intl'
import { announcePageTitles } from './announce-page'
import { checkPlace } from './check-place'
import { focusFirstInvalid } from './focus-invalid'
import { restoreLostFocus } from './restore-focus'
import { registerServiceWorker } from './service-worker'
import { skipClosedDialogs } from './skip-closed-dialogs'
import { toastAfterReload } from './toast-after-reload'
import { toastRefusedStorage } from './toast-refused-storage'

/** Starts what is not needed before the first page is shown. */
export function startAfterFirstPage(router: AnyRouter, intl: IntlShape) {
  toastAfterReload(intl)
  toastRefusedStorage(intl)
  restoreLostFocus()
  focusFirstInvalid()
  announcePageTitles(router)
  skipClosedDialogs(router.history as RouterHistory)
  registerServiceWorker()
  checkPlace(intl).catch(() => {}) // the next visit looks it up again
}
