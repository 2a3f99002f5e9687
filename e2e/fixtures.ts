import { test as base, expect, type Page } from '@playwright/test'
import { startTown, type Town } from './town.ts'

/** What the console may never say: any warning or error fails the test that caused it. */
function listen(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => said.push(`uncaught: ${error.message}`))
  return said
}

/** A town a worker, a fresh shopper a test, and a console that must stay silent. */
export const test = base.extend<{ said: string[] }, { town: Town }>({
  town: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const town = await startTown()
      await use(town)
      await town.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ town }, use) => use(town.url),
  said: [
    async ({ page }, use) => {
      const said = listen(page)
      await use(said)
      expect(said, 'the console stays silent').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
