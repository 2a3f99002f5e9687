import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, createApp } from './app'
import { connect } from './lib/requests/connect'
import { watchMissingFiles } from './lib/page/missing-files'
import { ensureGuest } from './lib/account/guest'
import { common } from './lib/text/intl'
import { loadMessages } from './lib/text/languages'
import { clearForNewPerson } from './lib/account/session'
import { clearOnNewScope, seedPreloaded } from './lib/requests/query-client'
import { currentScope, onScopeChange } from './lib/scope/scope'
import { mirrorScope, wasServedFor } from './lib/scope/scope-cookie'
import { toastProblem } from './lib/page/toast'
import { rememberUnfinishedCheckout } from './lib/account/return-to'

/** One long step would keep a finger waiting: between short ones the browser answers it. */
const breathe = () => new Promise((resolve) => setTimeout(resolve))

async function start(root: HTMLElement) {
  await breathe()
  const scope = currentScope()
  const app = createApp({ language: scope.language, messages: await loadMessages(scope.language) })
  document.documentElement.lang = scope.language
  document.documentElement.dir = app.direction

  if (wasServedFor(scope)) seedPreloaded(app.queryClient, document.getElementById('hk-data')?.textContent, scope)
  mirrorScope(scope)
  onScopeChange(() => mirrorScope(currentScope()))
  clearOnNewScope(app.queryClient)
  clearForNewPerson()
  watchMissingFiles()

  connect(() => {
    rememberUnfinishedCheckout(app.router.history.location)
    toastProblem(app.intl.formatMessage(common.tokenExpired))
    app.router.history.push('/home')
  })

  await breathe()
  // Taken back should the page be late rather than lost.
  const lost = document.getElementById('hk-lost')
  if (lost) lost.hidden = true
  // The route first: what the server drew stays until all of the page can take its place.
  await app.router.load()
  await breathe()
  // In small steps, between which a finger is answered.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App {...app} />
      </StrictMode>,
    ),
  )
  // Asked for early; a failure is not shown, and the first need asks again (API-07).
  if (!scope.signedIn) ensureGuest().catch(() => {})
  import('./lib/page/after-start')
    .then(({ startAfterFirstPage }) => startAfterFirstPage(app.router, app.intl))
    .catch(() => {}) // another visit has it
}

const root = document.getElementById('root')
// public/boot.js says so on the page.
if (root) start(root).catch(() => root.dispatchEvent(new Event('lost')))
