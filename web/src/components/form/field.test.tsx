import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderApp } from '@/test/render-app'
import { TextAreaField, TextField } from './field'
import { PasswordField } from './password-field'

function Form() {
  const [words, setWords] = useState({ street: '', note: '', password: '' })
  const keep = (name: keyof typeof words) => ({
    label: name,
    value: words[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setWords((before) => ({ ...before, [name]: value })),
  })
  return (
    <>
      <TextField {...keep('street')} />
      <TextAreaField {...keep('note')} />
      <PasswordField {...keep('password')} />
      <output>{JSON.stringify(words)}</output>
    </>
  )
}

test('ADDR-06 text is trimmed when its field is left, but not a password', async () => {
  const { user } = renderApp(<Form />)
  await user.type(screen.getByLabelText('street'), '  9 Quay Street ')
  expect(screen.getByLabelText('street')).toHaveValue('  9 Quay Street ')
  await user.type(screen.getByLabelText('note'), ' Ring twice. ')
  await user.type(screen.getByLabelText('password'), ' mango lane ')
  await user.tab()
  expect(screen.getByRole('status')).toHaveTextContent(
    '{"street":"9 Quay Street","note":"Ring twice.","password":" mango lane "}',
    { normalizeWhitespace: false },
  )
})
