import type { AnyRouter } from '@tanstack/react-router'

/**
 * Makes a screen reader say the title of the new page. Without a loaded document,
 * nothing else announces a change of the page.
 */
export function announcePageTitles(router: AnyRouter) {
  const place = document.createElement('p')
  place.className = 'sr'
  place.role = 'status'
  place.dir = 'auto' // the title may be in another language
  document.body.append(place)
  return router.subscribe('onRendered', ({ pathChanged }) => {
    // The title is set after the page is rendered.
    if (pathChanged) setTimeout(() => (place.textContent = document.title), 100)
  })
}
