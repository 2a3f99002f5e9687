import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { seedPreloaded } from '@/lib/requests/query-client'
import { currentScope } from '@/lib/scope/scope'
import { loadMessages } from '@/lib/text/languages'
import { createDesk, DeskApp } from './app'
import { connectStaff } from './session'

async function start(root: HTMLElement) {
  const scope = currentScope()
  const desk = createDesk(scope.language, await loadMessages(scope.language))
  document.documentElement.lang = scope.language
  document.documentElement.dir = desk.direction
  seedPreloaded(desk.queryClient, document.getElementById('hk-data')?.textContent, scope)
  connectStaff()
  createRoot(root).render(
    <StrictMode>
      <DeskApp {...desk} />
    </StrictMode>,
  )
  import('./after-start').then(({ startAfterDesk }) => startAfterDesk()).catch(() => {}) // another visit has it
}

const root = document.getElementById('root')
// public/boot.js says so on the page.
if (root) start(root).catch(() => root.dispatchEvent(new Event('lost')))
