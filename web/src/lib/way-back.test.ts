import { expect, test } from 'vitest'
import { forgetUnfinished, keepUnfinished, rememberWay, unfinished, wayBack } from './way-back'

const at = (href: string) => ({ pathname: href.replace(/\?.*/, ''), href })

test('AUTH-06 signing in leads back to the page before it, and never to the door itself', () => {
  expect(wayBack()).toBeUndefined()
  rememberWay(at('/store/corner?item=7'))
  rememberWay(at('/auth'))
  rememberWay(at('/forgot-password?step=2'))
  expect(wayBack()).toBe('/store/corner?item=7')
})

test.each(['https://evil.example/', '//evil.example/', 'javascript:alert(1)', 'store/corner', 7, {}, null])(
  'a way back that was stored as %j is none',
  (stored) => {
    sessionStorage.setItem('hk-way-back', JSON.stringify(stored))
    sessionStorage.setItem('hk-unfinished', JSON.stringify(stored))
    expect(wayBack()).toBeUndefined()
    expect(unfinished()).toBeUndefined()
  },
)

test('D10 the checkout that an expired token took away waits, until it is reached or somebody else signs in', () => {
  keepUnfinished(at('/profile'))
  expect(unfinished()).toBeUndefined()
  keepUnfinished(at('/checkout?buy=7'))
  rememberWay(at('/store/corner'))
  expect(unfinished()).toBe('/checkout?buy=7')
  rememberWay(at('/checkout?buy=7'))
  expect(unfinished()).toBeUndefined()
  keepUnfinished(at('/checkout'))
  forgetUnfinished()
  expect(unfinished()).toBeUndefined()
})
