/** Time for the page to be used before anything is fetched for a day without a network. */
const quiet = 3000 // ms

/**
 * Has the browser keep the shop for when there is no network (public/sw.js).
 * Long after the first view, which has the line to itself. A browser that
 * refuses has a shop that needs a network.
 */
export function registerServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => void navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
  const later = () => setTimeout(register, quiet)
  if (document.readyState === 'complete') later()
  else addEventListener('load', later, { once: true })
}
