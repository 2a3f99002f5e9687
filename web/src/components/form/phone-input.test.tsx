import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { testShop } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { PhoneInput, searchCountries } from './phone-input'

const onChange = vi.fn<(phone: string) => void>()

function Field({ phone = '' }: { phone?: string }) {
  const [value, setValue] = useState(phone)
  return (
    <PhoneInput
      label="Phone"
      value={value}
      onChange={(next) => {
        setValue(next)
        onChange(next)
      }}
    />
  )
}

const field = () => screen.getByLabelText('Phone')
const picker = () => screen.getByRole('button', { name: /^Country code/ })

test('ADDR-06 onChange gets the number as E.164 when the field is left', async () => {
  onChange.mockClear()
  const { user } = renderApp(<Field />)
  await user.type(field(), '202 555 0123')
  expect(onChange).not.toHaveBeenCalled()
  await user.tab()
  expect(onChange).toHaveBeenCalledExactlyOnceWith('+12025550123')
  expect(field()).toHaveValue('(202) 555-0123')
})

test('ADDR-06 Enter calls onChange before the form is submitted', async () => {
  onChange.mockClear()
  const { user } = renderApp(<Field />)
  await user.type(field(), '2025550123{Enter}')
  expect(onChange).toHaveBeenCalledExactlyOnceWith('+12025550123')
})

test.each([
  ['20255', '+120255'],
  ['+44 20 7946 0958', '+442079460958'],
  ['+44', '+44'],
  ['abc', ''],
])('D6 %j is %j', async (typed, phone) => {
  onChange.mockClear()
  const { user } = renderApp(<Field phone="+12025550199" />)
  await user.clear(field())
  await user.type(field(), typed)
  await user.tab()
  expect(onChange).toHaveBeenCalledExactlyOnceWith(phone)
})

test('ADDR-06 without the country picker its dropdown is disabled', () => {
  renderApp(<Field />)
  expect(picker()).toBeDisabled()
})

test('ADDR-06 with the country picker a country can be searched, and the number gets its code', async () => {
  onChange.mockClear()
  const { user } = renderApp(<Field phone="+12025550123" />, { shop: { ...testShop, country_picker_status: 1 } })
  await user.click(picker())
  await user.type(screen.getByLabelText('Search for a country'), 'india')
  const options = within(await screen.findByRole('listbox')).getAllByRole('option')
  expect(options.map((option) => option.textContent)).toContain('India+91')
  await user.click(screen.getByRole('option', { name: /^India\b/ }))
  expect(picker()).toHaveAccessibleName('Country code: India +91')
  expect(onChange).toHaveBeenLastCalledWith('+912025550123')
})

test('ADDR-06 I18N-01 the countries are in the order of the language', async () => {
  const messages = { 'phone_input.country': '{country}', 'phone_input.search': 'Sök' }
  const options = { shop: { ...testShop, country_picker_status: 1 as const }, language: 'sv', messages }
  const { user } = renderApp(<Field phone="+12025550123" />, options)
  await user.click(screen.getByRole('button', { name: /\+1$/ }))
  const names = within(await screen.findByRole('listbox')).getAllByRole('option')
  expect(names.at(-1)).toHaveTextContent(/^Ö/)
})

test.each([
  ['in', 'IN'], // its code, before every name that begins with the same letters
  ['india', 'IN'],
  ['united', 'AE'],
  ['ocean', 'IO'],
  ['٩١', 'IN'],
  ['+44', 'GB'],
])('ADDR-06 the country that %j means comes first', (words, first) => {
  const all = [
    { country: 'IO', name: 'British Indian Ocean Territory', code: '+246' },
    { country: 'IN', name: 'India', code: '+91' },
    { country: 'ID', name: 'Indonesia', code: '+62' },
    { country: 'AE', name: 'United Arab Emirates', code: '+971' },
    { country: 'GB', name: 'United Kingdom', code: '+44' },
  ]
  expect(searchCountries(all, words)[0]?.country).toBe(first)
})
