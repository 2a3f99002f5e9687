import type { Locator, Page } from '@playwright/test'

/** A control of a page, found again on another load of it by its place among those of its kind. */
export type Control = { kind: string; name: string; nth: number }

const pressable =
  'a[href], button, summary, select, input:not([type=hidden]):not([tabindex="-1"]), textarea, [role=button], [role=tab], [role=option], [role=menuitem], [role=switch], [role=radio], [role=checkbox], [role=combobox]'

/**
 * Lists one control of each kind within the part of the page: those of equal cards do the same. A control
 * that is chosen already, or that cannot be used now, does nothing when it is pressed, and says so.
 */
export async function controlsOf(part: Locator): Promise<Control[]> {
  return part.evaluate((root, selector) => {
    const chosen = '[aria-current], [aria-selected=true], [aria-disabled=true], [data-disabled=true], [role=radio][aria-checked=true], input[type=radio]:checked, :disabled'
    const isSeen = (element: Element) => element.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true }) && element.getClientRects().length > 0
    const kindOf = (element: Element) =>
      [element.tagName, element.getAttribute('role'), element.getAttribute('type'), element.className].join(' ')
    const seen = new Map<string, number>()
    const controls: { kind: string; name: string; nth: number }[] = []
    for (const [nth, element] of [...root.querySelectorAll(selector)].entries()) {
      if (element.matches(chosen) || element.closest('[inert], [aria-hidden=true]') || !isSeen(element)) continue
      const icon = element.querySelector('svg')?.getAttribute('class') ?? ''
      const kind = `${kindOf(element)} ${icon}`
      const before = seen.get(kind) ?? 0
      seen.set(kind, before + 1)
      if (before >= (element.closest('article') ? 1 : 4)) continue
      controls.push({ kind, nth, name: (element.getAttribute('aria-label') ?? (element.textContent || element.getAttribute('name') || element.tagName)).trim().slice(0, 50) })
    }
    return controls
  }, pressable)
}

export const locate = (part: Locator, { nth }: Control) => part.locator(pressable).nth(nth)

/** What a press may change: the address, the page, what is stored, what is focused, what is asked for. */
export async function watchChanges(page: Page): Promise<() => Promise<boolean>> {
  let happened = false
  const note = () => (happened = true)
  const events = ['request', 'popup', 'download', 'filechooser', 'dialog'] as const
  for (const event of events) page.on(event as 'popup', note)
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
  const look = () =>
    page.evaluate(() => {
      const fields = [...document.querySelectorAll('input, select, textarea')].map((each) => {
        const { value, checked } = each as HTMLInputElement
        return `${value} ${checked}`
      })
      const focused = document.activeElement === document.body ? '' : (document.activeElement?.outerHTML ?? '')
      return [location.href, document.body.innerHTML, fields.join(), JSON.stringify(localStorage), document.documentElement.outerHTML.slice(0, 300), scrollY, focused].join('\n')
    })
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
    ;(document.activeElement as HTMLElement).blur() // a field that has the focus would do nothing
  })
  const before = await look()
  return async () => {
    for (let tries = 0; tries < 15; tries++) {
      const now = await look().catch(() => undefined) // it is going elsewhere
      if (happened || now !== before) return true
      await page.waitForTimeout(100)
    }
    return false
  }
}
