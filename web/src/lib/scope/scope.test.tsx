import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderApp } from '@/test/render-app'
import {
  chooseLanguage,
  chooseModule,
  choosePlace,
  currentScope,
  removeToken,
  emptyScope,
  onScopeChange,
  useScope,
} from './scope'
import { endSession, startSession } from '@/lib/account/session'
import { mirrorScope, wasServedFor } from './scope-cookie'
import { read, write, type StorageKey } from './local-storage'
import { readTabValue, writeTabValue } from './tab-storage'
import { storedTheme } from './theme-setting'

const keys: StorageKey[] = [
  'token',
  'guest_id',
  'module',
  'location',
  'currentLatLng',
  'zoneid',
  'zone_ids',
  'language-setting',
  'country',
  'settings',
  'userDatafor',
  'last_destinations',
  'recent_searches',
]

const damage = [
  '',
  'null',
  'undefined',
  'constructor',
  '{"lat":',
  '[object Object]',
  '{}',
  '[]',
  '-1',
  '1e999',
  '"text"',
  '{"id":"<img>","module_type":"casino","lat":"x","lng":500,"direction":7,"theme":"pink"}',
  '[{"id":1},null,"2",3.5]',
  'a\r\nX-Evil: 1',
  '\u202e\u0000',
]

test.each(damage)('LOC-14 %j under every key leaves a page that knows nothing', (value) => {
  for (const key of keys) write({ [key]: value })
  expect({ ...currentScope(), location: '' }).toEqual(emptyScope)
  expect(storedTheme()).toBeUndefined()
})

describe('LOC-14 a storage that the browser refuses', () => {
  const storages = ['localStorage', 'sessionStorage'] as const
  const own = storages.map((name) => [name, Object.getOwnPropertyDescriptor(window, name)!] as const)
  const block = () =>
    storages.forEach((name) =>
      Object.defineProperty(window, name, {
        configurable: true,
        get: () => {
          throw new DOMException('refused', 'SecurityError')
        },
      }),
    )
  const unblock = () => own.forEach(([name, descriptor]) => Object.defineProperty(window, name, descriptor))

  afterEach(() => {
    unblock()
    write({ location: null, token: null })
    writeTabValue('buy-now', null)
  })

  test('counts as empty, and what is written is kept as long as the page', () => {
    block()
    expect(currentScope()).toEqual(emptyScope)
    write({ location: 'Somewhere' })
    writeTabValue('buy-now', { item_id: 7 })
    expect(currentScope().location).toBe('Somewhere')
    expect(readTabValue('buy-now')).toEqual({ item_id: 7 })
    write({ location: null })
    expect(currentScope()).toEqual(emptyScope)
  })

  test('shows the new value of what it is too full for, and the sign-out removes it', () => {
    localStorage.setItem('token', 'bearer-token-of-old')
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    startSession('bearer-token-0123456789', 1)
    expect(read('token')).toBe('bearer-token-0123456789')
    expect(currentScope().signedIn).toBe(true)
    endSession()
    expect(read('token')).toBeNull()
    full.mockRestore()
  })
})

test('LOC-02 a chosen place is stored under the documented keys and sent as headers', () => {
  choosePlace({ location: '1 Harbour Road', point: { lat: -11.4, lng: 65.2 }, zoneIds: [2, 1] })
  expect(localStorage.getItem('zoneid')).toBe('2')
  expect(localStorage.getItem('currentLatLng')).toBe('{"lat":-11.4,"lng":65.2}')
  expect(currentScope()).toMatchObject({ zoneIds: [2, 1], location: '1 Harbour Road', headers: { zoneid: '[2,1]' } })
})

test('LOC-02 a place with one zone removes the list of the previous place', () => {
  choosePlace({ location: 'A', point: { lat: 0, lng: 0 }, zoneIds: [2, 1] })
  choosePlace({ location: 'B', point: { lat: 0, lng: 0 }, zoneIds: [5] })
  expect(currentScope().zoneIds).toEqual([5])
})

test('LOC-08 a chosen module updates the screen', async () => {
  const Shown = () => <p>{useScope().module?.module_name ?? 'none'}</p>
  renderApp(<Shown />)
  expect(screen.getByText('none')).toBeVisible()
  chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
  expect(await screen.findByText('Food')).toBeVisible()
  expect(currentScope().headers.moduleId).toBe('10')
})

test('I18N-01 a language that is chosen in another tab applies after a reload', () => {
  expect(currentScope().language).toBe('en')
  localStorage.setItem('language-setting', 'ar')
  dispatchEvent(new StorageEvent('storage', { key: 'language-setting', newValue: 'ar' }))
  expect(currentScope().headers['X-localization']).toBe('en')
  chooseLanguage('ar', 'EG')
  localStorage.setItem('language-setting', 'en')
  dispatchEvent(new StorageEvent('storage', { key: 'language-setting', newValue: 'en' }))
  expect(currentScope().language).toBe('ar')
})

describe('a page that comes back from the back/forward cache', () => {
  const show = (persisted: boolean) => act(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted })))
  const Shown = () => {
    const { signedIn, module } = useScope()
    return <p>{`${signedIn ? 'customer' : 'guest'} in ${module?.module_name ?? 'none'}`}</p>
  }

  test('C2 takes over the sign-out and the module of the page that was open meanwhile', () => {
    startSession('bearer-token-0123456789', 1)
    chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
    renderApp(<Shown />)
    localStorage.removeItem('token')
    localStorage.setItem('module', '{"id":11,"module_type":"grocery","module_name":"Grocery"}')
    show(false)
    expect(screen.getByText('customer in Food')).toBeVisible()
    show(true)
    expect(screen.getByText('guest in Grocery')).toBeVisible()
  })

  test('I18N-01 is loaded again if its language has changed', () => {
    const reload = vi.fn()
    vi.stubGlobal('location', { reload })
    const stop = onScopeChange(() => {})
    chooseLanguage('en', 'GB')
    show(true)
    expect(reload).not.toHaveBeenCalled()
    localStorage.setItem('language-setting', 'ar')
    show(true)
    expect(reload).toHaveBeenCalledOnce()
    expect(currentScope().language).toBe('en')
    stop()
    vi.unstubAllGlobals()
  })
})

test('LOC-14 a module of an unknown type counts as none', () => {
  write({ module: '{"id":10,"module_type":"casino","module_name":"Casino"}' })
  expect(currentScope().module).toBeUndefined()
})

test('CART-02 a guest id is sent only by guests', () => {
  write({ guest_id: 'guest-secret-0123456789' })
  expect(currentScope().guest).toEqual({ 'X-Guest-Id': 'guest-secret-0123456789' })
  write({ token: 'bearer-token-0123456789' })
  expect(currentScope().guest).toEqual({})
})

test('C2 a sign-in removes the guest’s values, and a sign-out the customer’s', () => {
  const keys = ['token', 'customer', 'guest_id', 'contact', 'last_cart', 'guest_orders', 'location'] as const
  const stored = () => keys.filter((key) => read(key) !== null)
  write({ guest_id: 'guest-secret-0123456789', contact: '{}', last_cart: '{}', guest_orders: '[]', location: 'A' })
  startSession('bearer-token-0123456789', 1)
  expect(stored()).toEqual(['token', 'customer', 'location'])
  write({ last_cart: '{}' })
  endSession()
  expect(stored()).toEqual([])
})

test('D10 an expired token does not remove the begun checkout', () => {
  write({ token: 'bearer-token-0123456789', contact: '{}' })
  removeToken()
  expect([read('token'), read('contact')]).toEqual([null, '{}'])
})

test('C2 after another customer’s token expired, a new customer finds none of their values', () => {
  write({ token: 'bearer-token-0123456789', customer: '1', location: 'The home of 1', last_destinations: '[]' })
  removeToken()
  startSession('bearer-token-of-another', 2)
  expect([read('customer'), read('location'), read('last_destinations')]).toEqual(['2', null, null])
})

test('I18N-01 a chosen language stores its country and direction, and keeps the theme', () => {
  write({ settings: '{"theme":"dark"}' })
  chooseLanguage('ar', 'AE')
  expect(localStorage.getItem('country')).toBe('AE')
  expect(JSON.parse(localStorage.getItem('settings') ?? '')).toEqual({ theme: 'dark', direction: 'rtl' })
})

test('the cookie contains the stored scope, and a page of another place is detected', () => {
  expect(wasServedFor(currentScope())).toBe(true) // a first visit: both are empty
  choosePlace({ location: 'A', point: { lat: 0, lng: 0 }, zoneIds: [2, 1] })
  chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
  write({ settings: '{"theme":"dark"}' })
  expect(wasServedFor(currentScope())).toBe(false)
  mirrorScope()
  expect(decodeURIComponent(document.cookie)).toBe('hk_scope=lang=en&zone=2,1&module=10&theme=dark')
  expect(wasServedFor(currentScope())).toBe(true)
})

test('LOC-14 the cookie contains the module and the language that another tab has stored', () => {
  chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
  chooseLanguage('en', 'GB')
  const stop = onScopeChange(mirrorScope)
  localStorage.setItem('module', '{"id":11,"module_type":"grocery","module_name":"Grocery"}')
  localStorage.setItem('language-setting', 'ar')
  dispatchEvent(new StorageEvent('storage', { key: 'module' }))
  write({ last_cart: '{}' })
  expect(currentScope()).toMatchObject({ module: { id: 10 }, language: 'en' })
  expect(decodeURIComponent(document.cookie)).toBe('hk_scope=lang=ar&module=11')
  stop()
})

test('HDR-01 the cookie says whether somebody is signed in, which only changes the first view', () => {
  mirrorScope()
  write({ token: 'bearer-token-0123456789' })
  expect(wasServedFor(currentScope())).toBe(true)
  mirrorScope()
  expect(decodeURIComponent(document.cookie)).toBe('hk_scope=lang=en&signed=1')
  expect(wasServedFor(currentScope())).toBe(true)
})

test('LOC-14 at most sixteen of the stored zones are sent', () => {
  write({ zone_ids: JSON.stringify(Array.from({ length: 40 }, (_, index) => index + 1)) })
  expect(currentScope().zoneIds).toHaveLength(16)
})

test('under https the cookie belongs to this host only', () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  vi.stubGlobal('location', { ...window.location, protocol: 'https:' })
  mirrorScope()
  expect(written).toHaveBeenCalledWith(expect.stringMatching(/^__Host-hk_scope=.*; Path=\/;.*; Secure$/))
  vi.unstubAllGlobals()
  written.mockRestore()
})
