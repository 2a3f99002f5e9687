import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { entry, filesWith, routes } from './chunks'

/** Lazy sources that are needed offline. */
const lazySources = [
  'src/features/cart/cart.tsx',
  'src/features/frame/footer.tsx',
  'src/features/wishlist/heart.tsx',
  'src/features/wishlist/wishlist-drawer.tsx',
  'src/components/overlay/toasts.tsx',
  'src/routes/-menu.tsx',
]
const fonts = /^figtree-latin-wght-normal.*\.woff2$/

/**
 * Returns the script with the list of files that public/sw.js caches for offline use:
 * all routes, the cart, the menu and the toasts, and the Latin font. The map and the
 * other languages are cached when they are first used.
 */
export function offlineFiles() {
  const files = [
    '/boot.js',
    '/icon.svg',
    ...filesWith([...routes, ...lazySources]),
    ...readdirSync('dist/assets')
      .filter((file) => fonts.test(file))
      .map((file) => `/assets/${file}`),
  ]
  // File names contain a hash of their content, except boot.js, whose content is hashed here.
  const build = createHash('sha256').update(files.join()).update(readFileSync('dist/boot.js')).digest('hex').slice(0, 8)
  return `self.kept = ${JSON.stringify({ build, entry, files })}\n`
}
