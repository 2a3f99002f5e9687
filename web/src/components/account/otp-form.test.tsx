import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '@/test/render-app'
import { OtpForm } from './otp-form'

const form = (part: Partial<Parameters<typeof OtpForm>[0]> = {}) => (
  <OtpForm to="+12025550123" onVerify={() => Promise.resolve()} onResend={() => Promise.resolve(undefined)} {...part} />
)
const code = () => screen.getByRole('textbox', { name: 'Six-digit code' })
const verify = () => screen.getByRole('button', { name: 'Verify' })

test('AUTH-04 the sixth digit verifies the code, and letters are ignored', async () => {
  const onVerify = vi.fn(() => Promise.resolve())
  const { user } = renderApp(form({ onVerify }))
  expect(screen.getByText('+12025550123')).toBeVisible()
  await user.type(code(), '12a34')
  expect(code()).toHaveValue('1234')
  expect(verify()).toBeDisabled()
  expect(onVerify).not.toHaveBeenCalled()
  await user.type(code(), '5678')
  expect(code()).toHaveValue('123456')
  expect(onVerify).toHaveBeenCalledExactlyOnceWith('123456')
})

test('AUTH-04 a code can be pasted with the text around it', async () => {
  const onVerify = vi.fn(() => Promise.resolve())
  const { user } = renderApp(form({ onVerify }))
  await user.click(code())
  await user.paste('Your code: 123 456')
  expect(onVerify).toHaveBeenCalledExactlyOnceWith('123456')
})

test.each(['١٢٣٤٥٦', '۱۲۳۴۵۶'])('a code may be typed in digits of another script: %s', async (typed) => {
  const onVerify = vi.fn(() => Promise.resolve())
  const { user } = renderApp(form({ onVerify }))
  await user.type(code(), typed)
  expect(onVerify).toHaveBeenCalledExactlyOnceWith('123456')
})

test('AUTH-04 an empty code is an error, but not in an untouched field', async () => {
  const { user } = renderApp(form())
  expect(screen.queryByText('field is empty')).toBeNull()
  await user.type(code(), '{Enter}')
  expect(code()).toHaveAccessibleDescription('field is empty')
  await user.type(code(), '1')
  expect(code()).not.toHaveAccessibleDescription()
  await user.clear(code())
  expect(code()).toHaveAccessibleDescription('field is empty')
})

test('AUTH-04 the server’s error is shown at the field', async () => {
  const message = 'The code is not right.'
  const refusal = { errors: [{ code: 'code_wrong', field: 'otp', message }], message }
  const onVerify = vi.fn(() => Promise.reject(Object.assign(new Error(), refusal)))
  const { user } = renderApp(form({ onVerify }))
  await user.type(code(), '123456')
  expect(await screen.findByText(message)).toBeVisible()
  expect(code()).toHaveAccessibleDescription(message)
  expect(code()).toBeInvalid()
  await user.type(code(), '{Enter}')
  await user.click(verify())
  expect(onVerify, 'the same wrong code costs no second try').toHaveBeenCalledOnce()
  await user.type(code(), '{Backspace}7')
  expect(onVerify).toHaveBeenLastCalledWith('123457')
})

test('AUTH-04 Resend waits 60 s, and again after it was pressed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const onResend = vi.fn(() => Promise.resolve('222222'))
  const { user } = renderApp(form({ demoOtp: '111111', onResend }))
  expect(screen.getByText(/For demo purpose use otp/)).toHaveTextContent('For demo purpose use otp 111111')
  expect(screen.getByRole('button', { name: 'Resend in 1:00' })).toBeDisabled()
  await act(() => vi.advanceTimersByTimeAsync(59_000))
  expect(screen.getByRole('button', { name: /^Resend in 0:0/ })).toBeDisabled()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await user.click(screen.getByRole('button', { name: 'Resend' }))
  expect(onResend).toHaveBeenCalledOnce()
  expect(await screen.findByText('222222')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Resend in (1:00|0:59)/ })).toBeDisabled()
})

test('AUTH-04 Resend waits as long as the server says', async () => {
  const message = 'A code is on its way. Please wait a moment before you ask for another.'
  const refusal = { errors: [{ code: 'too_many', message }], message, detail: { code_expires_in: 280, resend_in: 40 } }
  const onResend = vi.fn(() => Promise.reject(Object.assign(new Error(), refusal)))
  const { user } = renderApp(form({ resendIn: 0, onResend }))
  await user.click(screen.getByRole('button', { name: 'Resend' }))
  expect(await screen.findByRole('button', { name: /^Resend in 0:(40|39)/ })).toBeDisabled()
  expect(code()).toHaveAccessibleDescription(message)
})

test('AUTH-04 Resend can be pressed again at once if the request was lost', async () => {
  const onResend = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  const { user } = renderApp(form({ resendIn: 0, onResend }))
  await user.click(screen.getByRole('button', { name: 'Resend' }))
  expect(await screen.findByText(/No connection/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Resend' }))
  expect(onResend).toHaveBeenCalledTimes(2)
})
