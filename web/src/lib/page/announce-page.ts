import type { AnyRouter } from '@tanstack/react-router'

/**
 * Has a screen reader say the title of a page that took another's place: nothing
 * else tells of it where no document is loaded.
 */
export function announcePageTitles(router: AnyRouter) {
  const place = document.createElement('p')
  place.className = 'sr'
  place.role = 'status'
  place.dir = 'auto' // the title may be the town's words
  document.body.append(place)
  return router.subscribe('onRendered', ({ pathChanged }) => {
    // The title follows what is drawn.
    if (pathChanged) setTimeout(() => (place.textContent = document.title), 100)
  })
}
