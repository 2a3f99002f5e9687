import { expect, test, vi } from 'vitest'
import { withKey } from './with-key'

const refusal = (code: string, field?: string) =>
  Object.assign(new Error('No.'), { errors: [{ code, message: 'No.', field }] })

/** Makes a call that fails with the error, or succeeds. Returns the key that it had. */
async function keyOf([about, asked]: [about: string, asked?: string], error?: Error) {
  let key = ''
  const call = withKey(about, asked, (headers) => {
    key = headers['Idempotency-Key']
    return error ? Promise.reject(error) : Promise.resolve('done')
  })
  await call.catch(() => undefined)
  return key
}

test.each([
  ['a lost response', new TypeError('Failed to fetch')],
  ['a server error', refusal('internal')],
  ['too many requests', refusal('too_many')],
  ['a first request that still runs', refusal('conflict', 'Idempotency-Key')],
])('TRAP_O1 after %s the same request has the same key, and another one has its own', async (name, error) => {
  const first = await keyOf([name], error)
  expect(await keyOf([name, 'another'], error)).not.toBe(first)
  expect(await keyOf([name])).toBe(first)
  expect(await keyOf([name])).not.toBe(first)
})

test('TRAP_O1 after a refusal, or much later, the same request has a new key', async () => {
  const refused = await keyOf(['refused'], refusal('conflict'))
  expect(await keyOf(['refused'])).not.toBe(refused)
  const lost = await keyOf(['lost'], new TypeError('Failed to fetch'))
  vi.useFakeTimers({ now: Date.now() + 16 * 60 * 1000, toFake: ['Date'] })
  expect(await keyOf(['lost'])).not.toBe(lost)
  vi.useRealTimers()
})

test('TRAP_O1 only after a success about the same thing a lost request that is sent again has a new key', async () => {
  const lost = new TypeError('Failed to fetch')
  const byWallet = await keyOf(['order 7', 'wallet'], lost)
  const ofOther = await keyOf(['order 8', 'wallet'], lost)
  await keyOf(['order 7', 'cash'], refusal('conflict'))
  expect(await keyOf(['order 7', 'wallet'], lost)).toBe(byWallet)
  await keyOf(['order 7', 'cash'])
  expect(await keyOf(['order 7', 'wallet'])).not.toBe(byWallet)
  expect(await keyOf(['order 8', 'wallet'])).toBe(ofOther)
})
