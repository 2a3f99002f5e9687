import { fireEvent } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

/** Does what happens before each test file. */
async function beginNextFile() {
  vi.resetModules() // else the import runs nothing
  await import('./fresh-page')
}

test('nothing that a test file leaves on the page reaches the next file', async () => {
  const matchMedia: unknown = Reflect.get(window, 'matchMedia')
  const heard = vi.fn()
  addEventListener('storage', heard)
  document.addEventListener('scroll', heard)
  vi.stubGlobal('matchMedia', undefined)
  Object.assign(window, { left: true })
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: {} })
  Object.defineProperty(Element.prototype, 'scrollWidth', { configurable: true, get: () => 100 })
  document.documentElement.dir = 'rtl'
  document.title = 'Left'
  document.body.innerHTML = '<p>Left</p>'
  document.cookie = 'left=1; Path=/'
  document.cookie = '__Host-left=1; Path=/; Secure'
  expect(document.cookie).toContain('__Host-left')
  localStorage.setItem('left', '1')
  sessionStorage.setItem('left', '1')
  history.replaceState('left', '', '/left?page=2#here')

  await beginNextFile()
  fireEvent(window, new StorageEvent('storage'))
  fireEvent.scroll(document)
  expect(heard).not.toHaveBeenCalled()
  expect(Reflect.get(window, 'matchMedia')).not.toBe(matchMedia) // setup.ts sets a new one for each file
  expect(window).not.toHaveProperty('left')
  expect(navigator).not.toHaveProperty('geolocation')
  expect(document.createElement('p').scrollWidth).toBe(0)
  expect(document.documentElement.outerHTML).toBe('<html><head></head><body></body></html>')
  expect(document.cookie).toBe('')
  expect(localStorage).toHaveLength(0)
  expect(sessionStorage).toHaveLength(0)
  expect(location.href).toBe('http://localhost:3000/')
  expect(history.state).toBeNull()
})

test('a test file has modules of its own', async () => {
  const before = await import('./server')
  await beginNextFile()
  expect(await import('./server')).not.toBe(before)
})
