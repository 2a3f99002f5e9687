import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { messages } from './build/messages.ts'
import { splitCalls } from './build/split-calls.ts'
import { startAfterPaint } from './build/start-after-paint.ts'

const src = fileURLToPath(new URL('./src', import.meta.url))
const noEventStreams = fileURLToPath(new URL('./build/no-event-streams.ts', import.meta.url))
const server = 'http://127.0.0.1:8080'

/** While developing, serves the second entry where the server has it. vite.desk.config.ts builds it. */
const serveDesk = (): Plugin => ({
  name: 'serve-desk',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (request.url === '/desk') request.url = '/desk.html'
      next()
    })
  },
})

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      generatedRouteTree: './src/route-tree.gen.ts',
      routeFileIgnorePattern: '\\.test\\.',
      quoteStyle: 'single',
    }),
    react(),
    messages(),
    splitCalls(),
    startAfterPaint(),
    serveDesk(),
  ],
  resolve: {
    alias: [
      { find: '@', replacement: src },
      // Messages are parsed while building (build/messages.ts): ship no parser.
      ...(command === 'build'
        ? [
            {
              find: /^@formatjs\/icu-messageformat-parser$/,
              replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
            },
            // The generated client reads event streams, too. Ours are read by lib/requests/event-stream.
            { find: /^(\.\.\/core\/serverSentEvents)\.gen$/, replacement: noEventStreams },
          ]
        : []),
    ],
  },
  server: { proxy: { '/api': server, '/media': server } },
  build: {
    target: 'es2022',
    manifest: !isSsrBuild, // for build/chunks.ts and .size-limit.js
    copyPublicDir: !isSsrBuild,
    chunkSizeWarningLimit: 1200, // the map, which only a page with a map fetches; .size-limit.js holds the rest
    // Fonts and pictures stay files: the content security policy has no data: for them.
    assetsInlineLimit: 0,
    // The second build runs build/finish.ts once and is thrown away: it has no chunks to think of.
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            // The first page names every other file: each character of a hash counts 300 times. 7 is the least.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            codeSplitting: {
              groups: [
                // What every page needs, in files of its own that outlive a change of ours.
                // Map and lightbox get theirs by being imported late: a group
                // would draw react into the first of them.
                { name: 'react', priority: 3, test: /node_modules\/(react|react-dom|scheduler|@tanstack)\// },
                { name: 'intl', priority: 3, test: /node_modules\/(react-intl|intl-messageformat|@formatjs)\// },
                // The calls that the first page does not make.
                { name: 'calls', priority: 1, test: /\?calls=later$/ },
                // The rest of what every page starts with: one file, not a dozen of a few hundred bytes.
                { name: 'start', tags: ['$initial'], priority: 2 },
                // Cards and what stands on them: the small parts of the first page that most pages share.
                // A part is added here once the first page imports it.
                {
                  name: 'cards',
                  priority: 1,
                  test: /src\/components\/(badge|category-chip|discount-(badge|cap)|empty-state|error-state|grid|heart-slot|item-(card|tile)|opens-at|pending|picture|price|query-view|rail|rating|section-head|see-all|shelf|skeleton|stepper|store-card|veg-mark)\.tsx|src\/lib\/page\/use-near\.|\/Icon(ArrowRight|Bike)\./,
                  minShareCount: 2,
                },
                // What each page starts once it is painted.
                {
                  name: 'frame',
                  priority: 1,
                  test: /src\/lib\/(page\/(after-start|server-clock|toast-after-reload)|account\/email)\.|\/(last-cart|offer-queries|watch-offers)\.tsx?/,
                },
                // The next groups join small files that later pages share. Each would be a request of its own, and a
                // page like the checkout had 60. A group draws in what its modules import: a part that imports an
                // input, a dialog or a schema does not belong to `parts`, which pages without a form load too.
                {
                  name: 'kit',
                  priority: 1,
                  test: /@mantine\/hooks\/.*\/(use-id|use-merged-ref|use-mounted|use-uncontrolled|use-window-event)\.|@mantine\/core\/.*\/(CloseButton|OptionalPortal|Paper|Portal|create-safe-context|get-(auto-contrast-value|default-z-index|env|single-element-child)|is-element|use-resolved-styles-api)\.|react-remove-scroll|tslib|use-sidecar/,
                  minShareCount: 2,
                },
                {
                  name: 'parts',
                  priority: 1,
                  test: /src\/(components\/(busy-button|chat-link|choice-cards|correction-note|fact|filter-row|kilometres|line-note|map\/(directions-link|map-missing)|more|moves|option-(group|row)|page-section|payment-words|price-rows|reconnecting|review-(list|stars)|run-text|saved|sign-in-prompt|stars|step-bar|tabs|use-back-closes)|contracts\/(search-trip|trip-cart)|lib\/(account\/(address-line|known-purchases|shrink-image)|page\/(focus-on-mount|leave|rental-links|use-mounted|use-object-url)|requests\/(event-stream|paged-list|random-key|use-adopt-module|use-event-stream)|text\/(amount|digits|range|read-amount|time-formats|wall-time)))\.tsx?/,
                  minShareCount: 2,
                },
                // The icons that several later parts share. Those that the first page draws stay out of it.
                {
                  name: 'icons',
                  test: /@tabler\/icons-react\/.*\/Icon(?!(ArrowRight|Bike)\.)\w+\.m?js$/,
                  minShareCount: 2,
                },
                {
                  name: 'form',
                  test: /@floating-ui|@mantine\/core\/.*\/(Checkbox|Combobox|Floating|FocusTrap|InlineInput|Input|InputsGroupFieldset|NativeSelect|PasswordInput|PinInput|Popover|Radio|TextInput|Textarea)\/|src\/components\/(code-input|field|password-field)\.tsx/,
                  minShareCount: 2,
                },
                {
                  name: 'dialog',
                  test: /@mantine\/core\/.*\/(Modal|ModalBase|Overlay|ScrollArea)\/|src\/components\/(confirm-dialog|dialog)\.tsx/,
                  minShareCount: 2,
                },
                {
                  name: 'phone',
                  test: /libphonenumber|\/zod\/|src\/(components\/(contact|phone)-input|lib\/account\/(contact|phone))\./,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
  },
  test: {
    environment: 'jsdom',
    // By itself it leaves one core to others, which is half of a small machine.
    maxWorkers: availableParallelism(),
    // Loading jsdom and the packages for each file took two thirds of the time. fresh-page.ts keeps the files apart.
    isolate: false,
    sequence: { setupFiles: 'list' },
    setupFiles: ['./src/test/fresh-page.ts', './src/test/setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    testTimeout: 30_000,
  },
}))
