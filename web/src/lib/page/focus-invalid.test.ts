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
const complain = (name: string) => find(`[name=${name}]`).setAttribute('aria-invalid', 'true')

test('a refused submit leads to the first field that is wrong', async () => {
  submit()
  complain('phone')
  complain('name')
  await vi.waitFor(() => expect(find('[name=name]')).toHaveFocus())
})

test('a complaint that comes with the answer leads there too', async () => {
  submit()
  await new Promise((resolve) => setTimeout(resolve, 50))
  complain('phone')
  await vi.waitFor(() => expect(find('[name=phone]')).toHaveFocus())
})

test('the same complaint again leads there again', async () => {
  complain('phone')
  submit()
  await vi.waitFor(() => expect(find('[name=phone]')).toHaveFocus())
})

test('who types in the meantime is left alone', async () => {
  submit()
  await new Promise((resolve) => setTimeout(resolve, 50))
  find('[name=name]').focus()
  find('[name=name]').dispatchEvent(new Event('input', { bubbles: true }))
  complain('phone')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(find('[name=name]')).toHaveFocus()
})

test('no field takes the focus while a form is only checked', async () => {
  find('button').focus()
  complain('name')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(find('button')).toHaveFocus()
})
