// Handles files of the build that cannot be fetched.

const missingFile = 'MissingFile'

/** Whether an import failed because its file could not be fetched. */
export const isMissingFile = (error: unknown) => error instanceof Error && error.name === missingFile

/** A file of the server's current build that contains the name of its entry. */
const built = '/offline-files.js'

/** Marks errors of files that could not be fetched, and reloads the page for a new build. */
export function watchMissingFiles() {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = missingFile
    // The router would recognize the browser's message, and reload the page.
    payload.message = `not loaded: ${payload.message}`
    reloadForNewBuild()
  })
  const mark = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement) target.dataset.lost = ''
  }
  addEventListener('error', mark, { capture: true })
}

/**
 * A tab may be older than the server's build, and request a file that no longer
 * exists. The page reloads only in that case: after a network error it would lose what
 * the shopper has typed.
 */
function reloadForNewBuild() {
  const entry = document.querySelector<HTMLLinkElement>('#hk-app')
  if (!entry) return
  fetch(built, { cache: 'no-store' })
    .then(async (answer) => answer.ok && !(await answer.text()).includes(new URL(entry.href).pathname))
    .then((isOther) => isOther && location.reload())
    .catch(() => {}) // no network: it cannot be checked
}

/** Fetches missing stylesheets again, because an import requests each only once. */
export const refetchMissingStyles = () =>
  Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[data-lost][rel=stylesheet]')].map(
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

/**
 * Fetches again what could not be fetched, of which `error` is the last. Some
 * browsers never fetch a module again once that failed
 * (https://github.com/whatwg/html/issues/6768): if the server has it, only
 * loading the page again helps.
 */
export async function refetchMissing(error: unknown) {
  await refetchMissingStyles()
  const module = moduleOf(error)
  const lost = [...document.querySelectorAll<HTMLLinkElement>('link[data-lost][rel=modulepreload]')]
  for (const url of [...lost.map(({ href }) => href), ...(module ? [module] : [])]) await importOrReload(url)
  for (const { dataset } of lost) delete dataset.lost
}

/** The URL of the module that could not be fetched. */
const moduleOf = (error: unknown) =>
  isMissingFile(error) ? (error as Error).message.match(/https?:\S+\.js/)?.[0] : undefined

/**
 * Imports a module that could not be fetched, by another URL, because some browsers never
 * fetch it again by its own. The page goes on. Returns undefined if it still fails, and
 * each try needs its own number.
 */
export async function importByOtherUrl<File extends object>(error: unknown, nth: number): Promise<File | undefined> {
  const url = moduleOf(error)
  if (!url) return undefined
  return import(/* @vite-ignore */ `${url}?try=${nth}`).then(
    (file: File) => file,
    () => undefined,
  )
}

async function importOrReload(url: string) {
  try {
    await import(/* @vite-ignore */ url)
  } catch {
    const { ok } = await fetch(url, { cache: 'no-store' })
    if (!ok) return
    location.reload()
    await new Promise(() => {}) // until the page has gone
  }
}
