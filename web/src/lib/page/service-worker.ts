/** How long after the start files are fetched for use without a network. */
const quiet = 3000 // ms

/**
 * Caches the shop for use without a network (public/sw.js). It starts late, so that it
 * does not slow down the first view. Without a service worker the shop needs a network.
 */
export function registerServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => void navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
  const later = () => setTimeout(register, quiet)
  if (document.readyState === 'complete') later()
  else addEventListener('load', later, { once: true })
}
