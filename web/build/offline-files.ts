import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { entry, filesWith, routes } from './chunks'

/** What people open while there is no network, and what tells them so. */
const late = [
  'src/features/cart/cart.tsx',
  'src/features/frame/footer.tsx',
  'src/features/wishlist/heart.tsx',
  'src/features/wishlist/wishlist-drawer.tsx',
  'src/components/toasts.tsx',
  'src/routes/-menu.tsx',
]
const fonts = /^figtree-latin-wght-normal.*\.woff2$/

/**
 * What public/sw.js keeps for a page without a network: every route, what stands
 * around and on it, the cart, the menu and the toasts. Not the map, and no other language than the font of
 * the first: they come with their first use.
 */
export function offlineFiles() {
  const files = [
    '/boot.js',
    '/icon.svg',
    ...filesWith([...routes, ...late]),
    ...readdirSync('dist/assets')
      .filter((file) => fonts.test(file))
      .map((file) => `/assets/${file}`),
  ]
  // Names say what is in a file, but for the one that keeps its name.
  const build = createHash('sha256').update(files.join()).update(readFileSync('dist/boot.js')).digest('hex').slice(0, 8)
  return `self.kept = ${JSON.stringify({ build, entry, files })}\n`
}
