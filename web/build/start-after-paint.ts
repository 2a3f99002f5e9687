import type { Plugin } from 'vite'

/** The font of everything above the fold, in Latin letters. */
const firstFont = /figtree-latin-wght-normal-[\w-]+\.woff2$/

/**
 * Orders what the page fetches by when it is seen: the font is asked for at once,
 * the scripts when the page has been painted. public/boot.js does that, with every
 * link of rel="start"; the entry is the one it runs.
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
