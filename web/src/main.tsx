import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, createApp } from './app'
import { connect } from './lib/requests/connect'
import { watchMissingFiles } from './lib/page/missing-files'
import { ensureGuest } from './lib/account/guest'
import { common } from './lib/text/intl'
import { loadMessages } from './lib/text/languages'
import { clearForNewPerson } from './lib/account/session'
import { seedPageData } from './lib/requests/page-data'
import { clearOnNewScope } from './lib/requests/query-client'
import { currentScope, onScopeChange } from './lib/scope/scope'
import { mirrorScope } from './lib/scope/scope-cookie'
import { toastProblem } from './lib/page/toast'
import { rememberUnfinishedCheckout } from './lib/account/return-to'

/** Lets the browser handle taps between two steps. */
const yieldToBrowser = () => new Promise((resolve) => setTimeout(resolve))

async function start(root: HTMLElement) {
  await yieldToBrowser()
  const scope = currentScope()
  const app = createApp({ language: scope.language, messages: await loadMessages(scope.language) })
  document.documentElement.lang = scope.language
  document.documentElement.dir = app.direction

  seedPageData(app.queryClient, document.getElementById('hk-data'))
  mirrorScope()
  onScopeChange(mirrorScope)
  clearOnNewScope(app.queryClient)
  clearForNewPerson()
  watchMissingFiles()

  connect(() => {
    rememberUnfinishedCheckout(app.router.history.location)
    toastProblem(app.intl.formatMessage(common.tokenExpired))
    app.router.history.push('/home')
  })

  await yieldToBrowser()
  // Hides the notice that the page did not load whole: it was only late.
  const lost = document.getElementById('hk-lost')
  if (lost) lost.hidden = true
  // The route first: what the server drew stays until all of the page can take its place.
  await app.router.load()
  await yieldToBrowser()
  // In small steps, between which taps are handled.
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
