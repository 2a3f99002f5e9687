import { expect, type Page } from './fixtures.ts'

/**
 * Reloads the page. A dialog that has just closed takes its step back out of the
 * history; a reload in that moment is aborted, and is asked for again.
 */
export async function reload(page: Page) {
  await expect(async () => {
    await page.reload({ timeout: 15_000 })
  }).toPass({ timeout: 45_000 })
}
