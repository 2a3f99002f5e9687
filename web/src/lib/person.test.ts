import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearOnNewPerson, forgetCustomer, keepToken } from './person'
import { forgetToken } from './scope'
import { write } from './storage'
import { writeVisit } from './visit'

const token = 'bearer-token-0123456789'
const begun = () => Object.keys(sessionStorage).filter((key) => key !== 'hk-person')
const begin = () => {
  writeVisit('checkout', { order_note: 'the door' })
  writeVisit('placing', { key: '1' })
  writeVisit('way-back', '/store/x')
}
let stop = () => {}

beforeEach(() => {
  history.replaceState(null, '', '/store/x')
  stop = clearOnNewPerson()
})
afterEach(() => stop())

test('C2 what a guest began is not for who signs in next, unless they stand on the checkout', () => {
  begin()
  keepToken(token, 1)
  expect(begun()).toEqual(['hk-way-back'])
  forgetCustomer()
  history.replaceState(null, '', '/checkout?page=cart')
  begin()
  keepToken(token, 1)
  expect(begun()).toHaveLength(3)
})

test('D10 the same customer goes on after an expired token; another does not', () => {
  keepToken(token, 1)
  begin()
  forgetToken()
  keepToken(token, 1)
  expect(begun()).toHaveLength(3)
  forgetToken()
  keepToken(token, 2)
  expect(begun()).toEqual([])
})

test('C2 another tab that signed out clears this one too, also before it is opened again', () => {
  keepToken(token, 1)
  begin()
  localStorage.removeItem('customer')
  localStorage.removeItem('token')
  dispatchEvent(new StorageEvent('storage'))
  expect(begun()).toEqual([])

  keepToken(token, 1)
  begin()
  stop()
  write({ token: null, customer: null })
  expect(begun()).toHaveLength(3)
  stop = clearOnNewPerson()
  expect(begun()).toEqual([])
})
