import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { focusFirstInvalid } from './focus-invalid'

let stop = () => {}
beforeEach(() => {
  document.body.innerHTML = '<form><input name="name"><input name="phone"><button>Send</button></form>'
  stop = focusFirstInvalid()
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

const find = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector)!
const submit = () => {
  find('button').focus()
  find('form').dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
}
const markInvalid = (name: string) => find(`[name=${name}]`).setAttribute('aria-invalid', 'true')

test('a refused submit moves the focus to the first invalid field', async () => {
  submit()
  markInvalid('phone')
  markInvalid('name')
  await vi.waitFor(() => expect(find('[name=name]')).toHaveFocus())
})

test('an error in the response moves the focus, too', async () => {
  submit()
  await new Promise((resolve) => setTimeout(resolve, 50))
  markInvalid('phone')
  await vi.waitFor(() => expect(find('[name=phone]')).toHaveFocus())
})

test('the same error moves the focus again', async () => {
  markInvalid('phone')
  submit()
  await vi.waitFor(() => expect(find('[name=phone]')).toHaveFocus())
})

test('the focus stays if the shopper types meanwhile', async () => {
  submit()
  await new Promise((resolve) => setTimeout(resolve, 50))
  find('[name=name]').focus()
  find('[name=name]').dispatchEvent(new Event('input', { bubbles: true }))
  markInvalid('phone')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(find('[name=name]')).toHaveFocus()
})

test('the focus stays while a form is only validated', async () => {
  find('button').focus()
  markInvalid('name')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(find('button')).toHaveFocus()
})

test('of an invalid group of choices, the first that can be chosen gets the focus, at every submit', async () => {
  const group = '<fieldset aria-invalid="true"><input type="file" hidden><input disabled><input name="why"></fieldset>'
  find('form').insertAdjacentHTML('afterbegin', group)
  markInvalid('phone')
  for (let press = 1; press <= 2; press++) {
    submit()
    await vi.waitFor(() => expect(find('[name=why]')).toHaveFocus())
  }
})
