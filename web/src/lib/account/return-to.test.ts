import { expect, test } from 'vitest'
import {
  forgetUnfinishedCheckout,
  rememberUnfinishedCheckout,
  rememberReturnTo,
  unfinishedCheckout,
  returnTo,
} from './return-to'

const at = (href: string) => ({ pathname: href.replace(/\?.*/, ''), href })

test('AUTH-06 signing in returns to the previous page, and never to a page of the sign-in', () => {
  expect(returnTo()).toBeUndefined()
  rememberReturnTo(at('/store/corner?item=7'))
  rememberReturnTo(at('/auth'))
  rememberReturnTo(at('/forgot-password?step=2'))
  expect(returnTo()).toBe('/store/corner?item=7')
})

test.each(['https://evil.example/', '//evil.example/', 'javascript:alert(1)', 'store/corner', 7, {}, null])(
  'a way back that was stored as %j is none',
  (stored) => {
    sessionStorage.setItem('hk-way-back', JSON.stringify(stored))
    sessionStorage.setItem('hk-unfinished', JSON.stringify(stored))
    expect(returnTo()).toBeUndefined()
    expect(unfinishedCheckout()).toBeUndefined()
  },
)

test('D10 the checkout that an expired token interrupted is offered, until it is reached or another customer signs in', () => {
  rememberUnfinishedCheckout(at('/profile'))
  expect(unfinishedCheckout()).toBeUndefined()
  rememberUnfinishedCheckout(at('/checkout?buy=7'))
  rememberReturnTo(at('/store/corner'))
  expect(unfinishedCheckout()).toBe('/checkout?buy=7')
  rememberReturnTo(at('/checkout?buy=7'))
  expect(unfinishedCheckout()).toBeUndefined()
  rememberUnfinishedCheckout(at('/checkout'))
  forgetUnfinishedCheckout()
  expect(unfinishedCheckout()).toBeUndefined()
})
