import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, createApp } from './app'
import { connect } from './lib/connect'
import { watchFiles } from './lib/files'
import { ensureGuest } from './lib/guest'
import { common } from './lib/intl'
import { loadMessages } from './lib/languages'
import { clearOnNewPerson } from './lib/person'
import { clearOnNewScope, keepPreloaded } from './lib/query'
import { saySaid } from './lib/reload'
import { currentScope, onScope } from './lib/scope'
import { mirrorScope, wasServedFor } from './lib/scope-cookie'
import { toastProblem } from './lib/toast'
import { keepUnfinished } from './lib/way-back'

/** One long step would keep a finger waiting: between short ones the browser answers it. */
const breathe = () => new Promise((resolve) => setTimeout(resolve))

async function start(root: HTMLElement) {
  await breathe()
  const scope = currentScope()
  const app = createApp({ language: scope.language, messages: await loadMessages(scope.language) })
  document.documentElement.lang = scope.language
  document.documentElement.dir = app.direction

  if (wasServedFor(scope)) keepPreloaded(app.queryClient, document.getElementById('hk-data')?.textContent, scope)
  mirrorScope(scope)
  onScope(() => mirrorScope(currentScope()))
  clearOnNewScope(app.queryClient)
  clearOnNewPerson()
  watchFiles()

  connect(() => {
    keepUnfinished(app.router.history.location)
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
  saySaid(app.intl)
  // Asked for early; a failure is not shown, and the first need asks again (API-07).
  if (!scope.signedIn) ensureGuest().catch(() => {})
  import('./lib/late').then(({ startLate }) => startLate(app.router)).catch(() => {}) // another visit has it
}

const root = document.getElementById('root')
// public/boot.js says so on the page.
if (root) start(root).catch(() => root.dispatchEvent(new Event('lost')))
