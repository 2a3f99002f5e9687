import { afterEach, expect, test, vi } from 'vitest'
import { restoreLostFocus } from './restore-focus'

let stop = () => {}
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

function page(html: string) {
  document.body.innerHTML = html
  stop = restoreLostFocus()
  return (selector: string) => document.querySelector<HTMLElement>(selector)!
}

const focused = () => document.activeElement as HTMLElement

test('the element around a removed one gets the focus', async () => {
  const find = page('<main id="content"><section><ul><li><button>Delete</button></li></ul></section></main>')
  find('button').focus()
  find('li').remove()
  await vi.waitFor(() => expect(focused()).toBe(find('section')))
})

test('the data-autofocus field of the next step gets the focus', async () => {
  const find = page('<div role="dialog" tabindex="-1"><form><button>Next</button></form></div>')
  find('button').focus()
  find('[role=dialog]').innerHTML = '<form><p>Welcome</p><input data-autofocus></form>'
  await vi.waitFor(() => expect(focused()).toBe(find('input')))
})

test('main gets the focus if nothing around is left', async () => {
  const find = page('<div role="dialog"><button>Close</button></div><main tabindex="-1"></main>')
  find('button').focus()
  find('[role=dialog]').remove()
  await vi.waitFor(() => expect(focused()).toBe(find('main')))
})

test('an element that takes the focus with the change keeps it', async () => {
  const find = page('<form><button>Next</button></form>')
  find('button').focus()
  find('form').innerHTML = '<input>'
  find('input').focus()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(focused()).toBe(find('input'))
})

test('while a button is disabled its form has the focus, and afterwards the button again', async () => {
  const find = page('<form><button>Send</button></form>')
  const button = find('button') as HTMLButtonElement
  button.focus()
  button.blur() // as browsers do
  button.disabled = true
  await vi.waitFor(() => expect(focused()).toBe(find('form')))
  button.disabled = false
  await vi.waitFor(() => expect(focused()).toBe(button))
})

test('a key finds the focus where it belongs, also right after a button was disabled', async () => {
  const find = page('<div role="dialog" tabindex="-1"><button>Mark all as read</button></div>')
  const button = find('button') as HTMLButtonElement
  button.focus()
  button.blur()
  button.disabled = true
  await Promise.resolve()
  let atKey: Element | null = null
  document.body.addEventListener('keydown', () => (atKey = focused()), { once: true })
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  expect(atKey).toBe(find('[role=dialog]'))
})

test('the focus stays if the shopper moves it while a button is disabled', async () => {
  const find = page('<form><button>Send</button><input></form>')
  const button = find('button') as HTMLButtonElement
  button.focus()
  button.blur()
  button.disabled = true
  await vi.waitFor(() => expect(focused()).toBe(find('form')))
  find('input').focus()
  button.disabled = false
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(focused()).toBe(find('input'))
})

test('a field that gave up the focus on purpose does not get it back', async () => {
  const find = page('<form><input></form>')
  find('input').focus()
  find('input').blur() // such as after a search, to hide the keyboard
  find('form').append('found')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(focused()).toBe(document.body)
})

test('a tap on the background removes the focus', async () => {
  const find = page('<main id="content"><button>Delete</button></main>')
  find('button').focus()
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  find('button').remove()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(focused()).toBe(document.body)
})
