import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { focusFirstInvalid } from '@/lib/page/focus-invalid'
import { loadMessages } from '@/lib/text/languages'
import { renderApp } from '@/test/render-app'
import { ReasonForm } from './reason-form'
import { notReceived } from './steps'

test('I18N-01 ORD-04 a usual reason is shown in the language of the desk, and sent in English', async () => {
  const onAnswer = vi.fn()
  const form = <ReasonForm step={notReceived} busy={false} onAnswer={onAnswer} onClose={() => {}} />
  const { user } = renderApp(form, { language: 'ar', messages: await loadMessages('ar') })
  await user.click(screen.getByRole('radio', { name: 'وصل مبلغ مختلف' }))
  await user.click(screen.getByRole('button', { name: 'لم تصل الدفعة' }))
  expect(onAnswer).toHaveBeenLastCalledWith({ reason: 'Another amount has arrived' })

  await user.click(screen.getByRole('radio', { name: 'سبب آخر' }))
  await user.type(screen.getByRole('textbox'), 'المبلغ ناقص')
  await user.click(screen.getByRole('button', { name: 'لم تصل الدفعة' }))
  expect(onAnswer).toHaveBeenLastCalledWith({ reason: 'المبلغ ناقص' })
})

test('CHK-03 a question that ends no order is left by "Back"', async () => {
  const onClose = vi.fn()
  const { user } = renderApp(<ReasonForm step={notReceived} busy={false} onAnswer={() => {}} onClose={onClose} />)
  expect(screen.queryByRole('button', { name: 'Keep the order' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('ORD-04 without a reason, its field gets the focus at every try', async () => {
  onTestFinished(focusFirstInvalid())
  const { user } = renderApp(<ReasonForm step={notReceived} busy={false} onAnswer={() => {}} onClose={() => {}} />)
  const send = screen.getByRole('button', { name: 'It has not arrived' })
  for (let press = 1; press <= 2; press++) {
    await user.click(send)
    await waitFor(() => expect(screen.getAllByRole('radio')[0]).toHaveFocus())
  }
  await user.click(screen.getByRole('radio', { name: 'Another reason' }))
  await user.click(send)
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveFocus())
})
