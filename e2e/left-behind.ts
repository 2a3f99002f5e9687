import type { BrowserContext, Page } from '@playwright/test'

/** The attachment that says what a failed test has left behind. */
export const leftBehind = 'left behind'

/** Returns what each page of a failed test shows, and what it has fetched last: what still waits is not there. */
export const shownBy = (context: BrowserContext): Promise<string[]> => Promise.all(context.pages().map(shown))

const shown = (page: Page): Promise<string> =>
  Promise.race([
    page.evaluate(() => {
      const calls = performance.getEntriesByType('resource').slice(-12)
      const fetched = calls.map(({ name, startTime, duration }) => `${Math.round(startTime)}+${Math.round(duration)} ms ${name}`)
      const text = (document.querySelector<HTMLElement>('[role=dialog]') ?? document.querySelector('main') ?? document.body).innerText
      return [`${location.href} after ${Math.round(performance.now())} ms`, text.replace(/\s+/g, ' ').slice(0, 600), ...fetched].join('\n')
    }),
    new Promise<string>((resolve) => setTimeout(resolve, 5000, 'a page that did not respond')),
  ]).catch((error: unknown) => String(error))
