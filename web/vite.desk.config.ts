import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { messages } from './build/messages.ts'
import { startAfterPaint } from './build/start-after-paint.ts'

const src = fileURLToPath(new URL('./src', import.meta.url))

/**
 * Builds the desk of the staff beside the storefront, which is built first. They share no
 * chunk: what the desk needs must not change what a shopper downloads.
 */
export default defineConfig({
  plugins: [react(), messages(), startAfterPaint()],
  resolve: {
    alias: [
      { find: '@', replacement: src },
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
      },
    ],
  },
  build: {
    target: 'es2022',
    emptyOutDir: false, // the storefront is there
    copyPublicDir: false,
    manifest: 'desk-manifest.json', // for .size-limit.js; build/compress.mjs moves it
    assetsInlineLimit: 0,
    rolldownOptions: { input: 'desk.html' },
  },
})
