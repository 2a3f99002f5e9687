import type { Plugin } from 'vite'

/** The Latin font, which all text above the fold uses. */
const firstFont = /figtree-latin-wght-normal-[\w-]+\.woff2$/

/**
 * Preloads the font, and delays the scripts until the page has been painted:
 * public/boot.js then fetches every link with rel="start", and runs the entry.
 */
export function startAfterPaint(): Plugin {
  return {
    name: 'start-after-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => ({
        html: html
          .replace(
            /<script type="module" crossorigin src="([^"]+)"><\/script>/,
            '<link id="hk-app" rel="start" crossorigin href="$1">',
          )
          .replaceAll('rel="modulepreload"', 'rel="start"'),
        tags: Object.keys(bundle ?? {})
          .filter((file) => firstFont.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
            injectTo: 'head-prepend',
          })),
      }),
    },
  }
}
