import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { chunkGroups } from './build/chunk-groups.ts'
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
              groups: chunkGroups,
            },
          },
        },
  },
  test: {
    environment: 'jsdom',
    // Tests wait for timers a third of the time: with a worker for each core, the cores would be idle as long.
    maxWorkers: availableParallelism() + 1,
    // Loading jsdom and the packages for each file took two thirds of the time. fresh-page.ts keeps the files apart.
    isolate: false,
    sequence: { setupFiles: 'list' },
    setupFiles: ['./src/test/fresh-page.ts', './src/test/setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    testTimeout: 30_000,
  },
}))
