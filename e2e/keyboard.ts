import { expect, type Locator, type Page } from '@playwright/test'

/** How often the focus is checked, ms, and how many times in a row there may be none: between two steps it is lost for a moment. */
const interval = 50
const maxTimes = 14

/** A user without a mouse: moves with Tab, and records where the focus was lost. */
export class Keyboard {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Call it before the first page. A page that has just loaded has no focus yet. */
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

  /** Call it before each navigation to a new document. */
  async expectNoLostFocus() {
    await this.page.waitForTimeout(interval * (maxTimes + 2))
    expect(await this.page.evaluate(() => (globalThis as unknown as { lostFocus: string[] }).lostFocus)).toEqual([])
  }

  /** Presses Tab until the target or something within it has the focus. */
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
