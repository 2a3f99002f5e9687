import { expect, test, vi } from 'vitest'
import { problems } from '@/lib/requests/problems'
import { sendPhoneCode } from './phone-service'

const sendCode = vi.hoisted(() => vi.fn<() => Promise<string>>())
vi.mock('./firebase', () => ({ sendCode }))

const service = { api_key: 'key', auth_domain: '', project_id: 'p', emulator_url: '' }
const messagesOf = (error: unknown) => problems(error, 'offline').map(({ message }) => message)

test.each([
  [
    'the service’s words',
    { code: 'auth/too-many-requests', message: 'Firebase: Too many attempts. (auth/too-many-requests).' },
    ['Too many attempts.'],
  ],
  [
    'its code where it has none',
    { code: 'auth/quota-exceeded', message: 'Firebase: (auth/quota-exceeded).' },
    ['auth/quota-exceeded'],
  ],
  ['nothing of a number that is none', { code: 'auth/invalid-phone-number', message: 'Firebase: Error.' }, []],
  ['the connection', { code: 'auth/network-request-failed', message: 'Firebase: Error.' }, ['offline']],
])('API-07 of a code that could not be sent: %s', async (_name, fault, messages) => {
  sendCode.mockRejectedValueOnce(Object.assign(new Error(fault.message), fault))
  const error: unknown = await sendPhoneCode(service, '+12025550123').catch((reason: unknown) => reason)
  expect(messagesOf(error)).toEqual(messages)
})

test('AUTH-09 the id of the verification is returned', async () => {
  sendCode.mockResolvedValueOnce('session-1')
  expect(await sendPhoneCode(service, '+12025550123')).toBe('session-1')
})
