import { expect, type Locator, type Page } from '@playwright/test'

/** How often the page is looked at, ms, and how many times in a row the focus may be nowhere: a step hands it on. */
const interval = 50
const maxTimes = 14

/** Whoever has no mouse: goes on or back with Tab, and notes where the focus was lost. */
export class Keyboard {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Before the first page. A page that has just been loaded has its focus nowhere. */
  static async watch(page: Page) {
    await page.addInitScript(
      ([interval, maxTimes]) => {
        const losses: string[] = []
        Object.assign(globalThis, { lostFocus: losses })
        let last: string | undefined
        let times = 0
        addEventListener('focusin', ({ target }) => (last = (target as HTMLElement).outerHTML.slice(0, 200)))
        setInterval(() => {
          times = last !== undefined && document.activeElement === document.body ? times + 1 : 0
          if (times <= maxTimes) return
          losses.push(`${location.pathname}, after ${last}`)
          last = undefined
        }, interval)
      },
      [interval, maxTimes] as const,
    )
    return new Keyboard(page)
  }

  /** Asked before each page is left for a new document. */
  async expectNoLostFocus() {
    await this.page.waitForTimeout(interval * (maxTimes + 2))
    expect(await this.page.evaluate(() => (globalThis as unknown as { lostFocus: string[] }).lostFocus)).toEqual([])
  }

  /** Until it has the focus, or something within it. */
  async moveTo(target: Locator) {
    await target.waitFor()
    for (let pressed = 0; pressed < 200; pressed++) {
      const key = await target.evaluate((element) => {
        const from = document.activeElement!
        if (element.contains(from)) return null
        const isBefore = from.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_PRECEDING
        return isBefore ? 'Shift+Tab' : 'Tab'
      })
      if (!key) return
      await this.page.keyboard.press(key)
    }
    throw new Error(`Tab does not lead to ${target.toString()}`)
  }

  async press(target: Locator, key = 'Enter') {
    await this.moveTo(target)
    await this.page.keyboard.press(key)
  }

  async type(target: Locator, words: string) {
    await this.moveTo(target)
    await this.page.keyboard.press('ControlOrMeta+A')
    await this.page.keyboard.type(words)
  }
}
