import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

type Click = Event & { waitUntil: (opening: Promise<unknown>) => void; notification: object }

const origin = 'https://shop.example'

const first = '(first visit)'

/**
 * Clicks a notification about order 7 while tabs are open; those with the mark of a first visit belong to no worker.
 * Returns what public/sw.js did with which of them. As in Chrome, a click allows to focus a tab or to open one.
 */
async function click(...tabsOpen: string[]) {
  const done: string[] = []
  const interact = (what: string) =>
    done.some((one) => !one.startsWith('navigate'))
      ? Promise.reject(new Error('Not allowed'))
      : Promise.resolve(void done.push(what))
  const tabs = tabsOpen.map((tab) => {
    const path = tab.replace(first, '')
    const isControlled = path === tab
    return {
      url: origin + path,
      isControlled,
      focus: () => interact(`focus ${path}`),
      navigate: (to: string) =>
        isControlled
          ? Promise.resolve(void done.push(`navigate ${path} to ${new URL(to).pathname}`))
          : Promise.reject(new TypeError('Not controlled')),
    }
  })
  const heard: Record<string, (event: Click) => void> = {}
  const self = {
    kept: { build: 'test', files: [] },
    addEventListener: (name: string, listener: (event: Click) => void) => (heard[name] = listener),
    clients: {
      matchAll: ({ includeUncontrolled = false }) =>
        Promise.resolve(tabs.filter(({ isControlled }) => includeUncontrolled || isControlled)),
      openWindow: (to: string) => interact(`open ${new URL(to).pathname}`),
    },
  }
  runInNewContext(readFileSync('public/sw.js', 'utf8'), { self, importScripts: () => {}, location: { origin }, URL })
  let opening: Promise<unknown> = Promise.resolve()
  heard.notificationclick?.({
    notification: { close: () => {}, data: { link: '/order/7' } },
    waitUntil: (promise: Promise<unknown>) => (opening = promise),
  } as unknown as Click)
  await opening
  return done
}

test.each([
  '/checkout',
  '/profile?page=inbox',
  '/store-registration',
  '/deliveryman-registration',
  '/rental/checkout',
  '/parcel/send',
  '/order/6',
  '/trip/5',
])('PROF-06 a notification leaves %s alone, where something may be filled in', async (path) => {
  expect(await click(path)).toEqual(['open /order/7'])
})

test('PROF-06 a notification opens in a tab that shows its page, else in one without forms', async () => {
  expect(await click('/home', '/order/7')).toEqual(['focus /order/7'])
  expect(await click('/profile', '/store/7-sins')).toEqual([
    'focus /store/7-sins',
    'navigate /store/7-sins to /order/7',
  ])
})

test('PROF-06 a notification opens though the only tab is from a first visit, which no worker can navigate', async () => {
  expect(await click(`/home${first}`)).toEqual(['open /order/7'])
  expect(await click(`/home${first}`, '/store/7-sins')).toEqual([
    'focus /store/7-sins',
    'navigate /store/7-sins to /order/7',
  ])
  expect(await click(`/order/7${first}`)).toEqual(['focus /order/7'])
})
