// The build's own files, when one of them cannot be fetched.

const missingFile = 'MissingFile'

/** Whether that is what the import of a file failed with that could not be fetched. */
export const isMissingFile = (error: unknown) => error instanceof Error && error.name === missingFile

/** Where the build that the server has now says which entry it starts with. */
const built = '/offline-files.js'

/** Marks what could not be fetched, and knows it from what failed otherwise. */
export function watchMissingFiles() {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = missingFile
    // The router would recognise the browser's message, and reload the page.
    payload.message = `not loaded: ${payload.message}`
    reloadForNewBuild()
  })
  const mark = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.dataset.lost = ''
  }
  addEventListener('error', mark, { capture: true })
}

/**
 * A tab may be older than the server's build, and ask for a file that is no
 * longer there. Then, and only then, the page reloads: a network that
 * lost a file is no reason to lose what somebody typed.
 */
function reloadForNewBuild() {
  const entry = document.querySelector<HTMLLinkElement>('#hk-app')
  if (!entry) return
  fetch(built, { cache: 'no-store' })
    .then(async (answer) => answer.ok && !(await answer.text()).includes(new URL(entry.href).pathname))
    .then((isOther) => isOther && location.reload())
    .catch(() => {}) // no network: nothing is known
}

/** Fetches the stylesheets again that did not come: an import asks for each only once. */
export const refetchMissingStyles = () =>
  Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[data-lost]')].map(
      (lost) =>
        new Promise<void>((resolve, reject) => {
          const again = document.createElement('link')
          again.rel = 'stylesheet'
          again.crossOrigin = lost.crossOrigin
          again.href = lost.href
          again.onload = () => resolve()
          again.onerror = () => reject(Object.assign(new Error(again.href), { name: missingFile }))
          lost.replaceWith(again)
        }),
    ),
  )
