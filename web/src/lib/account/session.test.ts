import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearForNewPerson, endSession, startSession } from './session'
import { removeToken } from '@/lib/scope/scope'
import { write } from '@/lib/scope/local-storage'
import { writeTabValue } from '@/lib/scope/tab-storage'

const token = 'bearer-token-0123456789'
const begun = () => Object.keys(sessionStorage).filter((key) => key !== 'hk-person')
const begin = () => {
  writeTabValue('checkout', { order_note: 'the door' })
  writeTabValue('placing', { key: '1' })
  writeTabValue('way-back', '/store/x')
}
let stop = () => {}

beforeEach(() => {
  history.replaceState(null, '', '/store/x')
  stop = clearForNewPerson()
})
afterEach(() => stop())

test('C2 a guest’s begun checkout is removed at a sign-in, unless it happens at the checkout', () => {
  begin()
  startSession(token, 1)
  expect(begun()).toEqual(['hk-way-back'])
  endSession()
  for (const path of ['/checkout?page=cart', '/rental/checkout', '/parcel/send?category=2']) {
    history.replaceState(null, '', path)
    begin()
    startSession(token, 1)
    expect(begun()).toHaveLength(3)
    endSession()
  }
})

test('C2 AUTH-07 a guest’s begun checkout stays if the sign-in began there and ends on the page of a provider’s response', () => {
  history.replaceState(null, '', '/auth')
  begin()
  startSession(token, 1, true)
  expect(begun()).toHaveLength(3)
  endSession()
  begin()
  startSession(token, 1)
  expect(begun()).toEqual(['hk-way-back'])
})

test('D10 the same customer continues after an expired token; another customer does not', () => {
  startSession(token, 1)
  begin()
  removeToken()
  startSession(token, 1)
  expect(begun()).toHaveLength(3)
  removeToken()
  startSession(token, 2)
  expect(begun()).toEqual([])
})

test('C2 a sign-out in another tab clears this tab, too, also before it is opened again', () => {
  startSession(token, 1)
  begin()
  localStorage.removeItem('customer')
  localStorage.removeItem('token')
  dispatchEvent(new StorageEvent('storage'))
  expect(begun()).toEqual([])

  startSession(token, 1)
  begin()
  stop()
  write({ token: null, customer: null })
  expect(begun()).toHaveLength(3)
  stop = clearForNewPerson()
  expect(begun()).toEqual([])
})
