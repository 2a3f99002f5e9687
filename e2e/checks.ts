import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { claim } from './claims.ts'

/** Finishes all animations except endless ones. */
function finishAnimations() {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  }
}

/** axe without what only people read: a browser reads it in less than half the time. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules about appearance take most of axe's time. Frame, theme and width change what they see, but not names and roles. */
const appearance = ['color-contrast', 'target-size']

/** What axe looks for, and where. */
type Scan = {
  /** Only the rules about appearance, or only the others; missing: all. */
  rules?: 'appearance' | 'structure'
  /** Only the screen's own content: a dialog, or the main part and what is open in the header. */
  contentOnly?: boolean
  /** All entries of long lists too; the first ones look the same. */
  longLists?: boolean
}

/** Returns the violations that axe finds on the page, a line each. */
export async function accessibilityErrors(page: Page, { rules, contentOnly = false, longLists = false }: Scan = {}): Promise<string[]> {
  // Contrast cannot be measured during a fade.
  await page.evaluate(finishAnimations)
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axeSource)
    await page.evaluate(rememberColors)
  }
  const options: RunOptions = {
    // Listing passed rules would take three times as long.
    resultTypes: ['violations'],
    rules: Object.fromEntries(appearance.map((rule) => [rule, { enabled: rules !== 'structure' }])),
    ...(rules === 'appearance' && { runOnly: appearance }),
  }
  const found = await page.evaluate(runAxe, { options, contentOnly, longLists })
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`.trim()))
}

/** Lets axe parse each color once instead of for each element. Runs in the page. */
function rememberColors() {
  const { prototype } = (globalThis as unknown as { axe: AxeCommons }).axe.commons.color.Color
  const parse = prototype.parseString
  const known = new Map<string, ParsedColor>()
  prototype.parseString = function (text) {
    const color = known.get(text)
    if (color) return Object.assign(this, color)
    parse.call(this, text)
    known.set(text, { r: this.r, g: this.g, b: this.b, alpha: this.alpha })
    return this
  }
}

type ParsedColor = { r: number; g: number; b: number; alpha: number }
/** What axe shares with its checks; its own types leave it out. */
type AxeCommons = { commons: { color: { Color: { prototype: ParsedColor & { parseString: (text: string) => ParsedColor } } } } }

/** Runs in the page. */
async function runAxe({ options, contentOnly, longLists }: { options: RunOptions; contentOnly: boolean; longLists: boolean }) {
  const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
  const content = document.querySelector('[role=dialog]') ? ['[role=dialog]'] : ['main', '[role=menu]', '[role=search] ul']
  const context = {
    include: contentOnly ? content.filter((part) => document.querySelector(part)) : ':root',
    ...(!longLists && { exclude: ':is(main, [role=dialog]) :is(li:nth-of-type(n+5), li:nth-of-type(n+3):has(article))' }),
  }
  const { violations } = await axe.run(context, options)
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target, any }) => ({ target: target.map(String), any })) }))
}

/** Returns the elements that overflow the page horizontally at these widths. */
export async function overflows(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = []
  const { height } = page.viewportSize()!
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    const culprits = await page.evaluate(async () => {
      const isTooWide = () => document.documentElement.scrollWidth > innerWidth
      await new Promise(requestAnimationFrame)
      // Elements that measure themselves follow a few frames later.
      for (let frame = 0; frame < 30 && isTooWide(); frame++) await new Promise(requestAnimationFrame)
      if (!isTooWide()) return []
      const isCut = (element: Element | null): boolean =>
        element !== null && (getComputedStyle(element).overflowX !== 'visible' || isCut(element.parentElement))
      const out = [...document.querySelectorAll('body *')].filter((element) => {
        const { left, right, width: wide } = element.getBoundingClientRect()
        const sticksOut = wide > 0 && (left < -1 || right > innerWidth + 1)
        return sticksOut && getComputedStyle(element).position !== 'fixed' && !isCut(element.parentElement)
      })
      const innermost = out.filter((element) => !out.some((other) => other !== element && element.contains(other)))
      return ['the page is too wide', ...innermost.slice(0, 4).map(({ tagName, className }) => `${tagName}.${className}`)]
    })
    if (culprits.length > 0) found.push(`${width}: ${culprits.join(', ')}`)
  }
  return found
}

/**
 * What is wrong with the words on a page in a pseudo-locale, which marks messages
 * with a tilde: words that come neither from a message, nor from the town or the search,
 * and words of the town that take the page's direction for theirs.
 */
export async function wrongTexts(page: Page, town: readonly string[]): Promise<string[]> {
  const { shown, undirected } = await page.evaluate(() => {
    const texts = new Set<string>()
    const undirected = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    /** Somebody's first letters, in the place of their picture. */
    const isInitials = (text: string, parent: Element) => text.length <= 2 && parent.closest('[aria-hidden=true]') !== null
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      const text = node.nodeValue ?? ''
      if (!parent || parent.closest('script, style, noscript, svg, [lang]:not(html)')) continue
      if (isInitials(text, parent)) continue
      texts.add(text)
      if (!parent.closest('bdi, [dir]:not(html)')) undirected.add(text)
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      const named = document.querySelectorAll(`body [${name}]:not([aria-hidden=true])`)
      for (const element of named) texts.add(element.getAttribute(name) ?? '')
    }
    const trimmed = (texts: Set<string>) => [...texts].map((text) => text.trim())
    return { shown: trimmed(texts), undirected: trimmed(undirected) }
  })
  const searched = new URL(page.url()).searchParams.get('name') ?? ''
  const known = [...town, searched].join('\n')
  const isData = (text: string) => known.includes(text.replace(/^· |…$/g, '').trim())
  const isWords = (text: string) => /[A-Za-z]{2}/.test(text) && !text.includes('~') && !isBrowsers(text)
  return [
    ...shown.filter((text) => isWords(text) && !isData(text)),
    ...undirected.filter(isWords).map((text) => `without a direction: ${text}`),
  ]
}

const parts = [...Array(12).keys()].flatMap((month) =>
  (['long', 'short'] as const).flatMap((style) => [
    new Date(2026, month).toLocaleDateString('en', { month: style }),
    new Date(2026, 0, month).toLocaleDateString('en', { weekday: style }),
  ]),
)

/** Names of days, months and languages are the browser's. */
const isBrowsers = (text: string) =>
  text === 'English (Pseudo-Accents)' ||
  !/[A-Za-z]/.test(text.replaceAll(new RegExp(`\\b(${parts.join('|')}|AM|PM|at)\\b`, 'g'), ''))

/** Returns every text in a response as a page may show it: the whole text, each line of it, and the full name of a person. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.replaceAll(/\s+/g, ' ').trim(), ...value.split('\n')]
  if (!value || typeof value !== 'object') return []
  const { f_name, l_name } = value as { f_name?: string; l_name?: string }
  const person = f_name === undefined ? [] : [`${f_name} ${l_name ?? ''}`.trim()]
  return [...person, ...Object.values(value).flatMap(textsIn)]
}

/** Collects every text that the page gets from the town's API, in responses and inside the page. */
export function townTexts(page: Page): string[] {
  const texts: string[] = []
  page.on('response', async (response) => {
    const type = response.headers()['content-type'] ?? ''
    try {
      if (type.includes('application/json')) texts.push(...textsIn(await response.json()))
      if (type.includes('text/html')) {
        const inside = /id="hk-data">(.*?)<\/script>/s.exec(await response.text())?.[1]
        if (inside) texts.push(...textsIn(JSON.parse(inside)))
      }
    } catch {
      // The page left before it had the answer.
    }
  })
  return texts
}

/** How many times Tab is pressed before the page is asked where the focus is. */
const pressesAtOnce = 6

/**
 * Presses Tab until the element has the focus, from the beginning of the page or of its content. Returns whether it was
 * reached, and which elements before it showed no focus.
 */
export async function tabTo(page: Page, wanted: Locator, { contentOnly = false, maxPresses = 120 } = {}): Promise<{ reached: boolean; unseen: string[] }> {
  await page.evaluate(watchFocus, await wanted.elementHandle())
  if (contentOnly) await page.evaluate(startAtContent)
  for (let presses = 0; presses < maxPresses; presses += pressesAtOnce) {
    for (let nth = 0; nth < pressesAtOnce; nth++) await page.keyboard.press('Tab')
    if (await page.evaluate(() => window.focusWalk.reached)) break
  }
  return page.evaluate(() => window.focusWalk)
}

/** Lets the next Tab go to the first control of the page's main part. A dialog has the focus already. */
function startAtContent() {
  if (!document.querySelector('[role=dialog]')) getSelection()?.collapse(document.querySelector('main'))
}

declare global {
  interface Window {
    /** Whether Tab has reached its goal, and what showed no focus on the way. */
    focusWalk: { reached: boolean; unseen: string[] }
  }
}

/**
 * Notes at each Tab whether what had the focus before looks different without it, and keeps the focus at the goal.
 * A control may be drawn by its row, by the field around it, by what follows it or by what covers its card: any of
 * them may show the focus.
 */
function watchFocus(goal: Element | null) {
  const looks = (elements: readonly (Element | null)[]) =>
    JSON.stringify(
      elements.map((element) => {
        if (!element) return ''
        const { outline, borderColor, backgroundColor, boxShadow, transform } = getComputedStyle(element)
        return [outline, borderColor, backgroundColor, boxShadow, transform, getComputedStyle(element, '::after').outline]
      }),
    )
  const around = (element: Element) => [
    element,
    element.nextElementSibling,
    element.parentElement,
    element.parentElement?.parentElement ?? null,
  ]
  const walk: Window['focusWalk'] = { reached: false, unseen: [] }
  window.focusWalk = walk
  let before: { focused: Element; elements: readonly (Element | null)[]; looked: string } | undefined
  let start = document.activeElement // a page may put the focus on its main part, which no Tab reaches
  const onTab = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
    }
    const now = document.activeElement
    // Tab moves between the parts of a field for date and time, which keeps the focus.
    if (before && before.focused !== now) {
      const { focused, elements, looked } = before
      if (focused.isConnected && looks(elements) === looked) {
        walk.unseen.push(`${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent}`.slice(0, 60))
      }
    }
    before = undefined
    if (goal?.contains(now)) {
      walk.reached = true
      event.preventDefault()
      event.stopImmediatePropagation()
    } else if (now && now !== document.body && now !== start) {
      const elements = around(now)
      before = { focused: now, elements, looked: looks(elements) }
    }
    start = null
  }
  addEventListener('keydown', onTab, true)
}

/** Pages of one kind, such as all stores: a screen fetches only one link of each kind. */
const ofMany = /^\/(?:campaign|category|flash-sale|order|product|store|trip|rental\/provider-details|rental\/vehicle-details)\//

/** Returns the links of the page that lead nowhere and were not asked for on another page: without an address, or to one that the shop does not have. */
export async function brokenLinks(page: Page): Promise<string[]> {
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('a')].filter((each) => each.checkVisibility()).map((each) => ({ address: each.getAttribute('href') ?? '', text: each.getAttribute('aria-label') ?? each.textContent })),
  )
  const origin = new URL(page.url()).origin
  const ask = async (path: string) => {
    const answer = await page.request.get(origin + path, { headers: { accept: 'text/html' } })
    return answer.ok() ? '' : `${path}: ${answer.status()}`
  }
  const kindOf = (address: string) => ofMany.exec(address)?.[0] ?? address
  const wrong = found.map(({ address, text }, nth) => {
    if (/^(https:|mailto:.+@|tel:\+?\d|blob:|#\w)/.test(address)) return ''
    if (!address.startsWith('/') || address.startsWith('//')) return `${text}: ${address || 'no address'}`
    const isFirst = found.findIndex((other) => kindOf(other.address) === kindOf(address)) === nth
    return isFirst && claim(`the link to ${address}`) ? ask(address) : ''
  })
  return (await Promise.all(wrong)).filter(Boolean)
}
