import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
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
