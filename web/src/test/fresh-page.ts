// One worker runs many test files, in one jsdom and with each package loaded once (vite.config.ts).
// Before each file, this forgets the modules of the file before and puts the page back as it was.
// So module state and vi.mock need no care. State inside a package does: reset it in setup.ts.
import { vi } from 'vitest'

type Page = { restore: () => void }

const key = Symbol.for('test page')
const worker = globalThis as { [key]?: Page }

/** Remembers the properties of an object and returns a function that restores them. */
function keepProperties(of: object) {
  const names = () => Object.getOwnPropertyNames(of).filter((name) => !name.startsWith('__vitest'))
  const kept = new Map(names().map((name) => [name, Object.getOwnPropertyDescriptor(of, name)!]))
  return () => {
    for (const name of names()) if (!kept.has(name)) Reflect.deleteProperty(of, name)
    for (const [name, was] of kept) {
      const now = Object.getOwnPropertyDescriptor(of, name)
      if (!Object.is(now?.value, was.value) || now?.get !== was.get) Object.defineProperty(of, name, was)
    }
  }
}

/** The same for what stands behind setters: so the test environment keeps what jsdom gives the window. */
function keepValues(of: object) {
  const names = Object.entries(Object.getOwnPropertyDescriptors(of)).flatMap(([name, property]) =>
    property.set ? [name] : [],
  )
  const kept = new Map(names.map((name) => [name, Reflect.get(of, name) as unknown]))
  return () => {
    for (const [name, was] of kept) if (!Object.is(Reflect.get(of, name), was)) Reflect.set(of, name, was)
  }
}

/** Notes the listeners that are added from now on and returns a function that removes them. */
function keepListeners(of: EventTarget, isKept = (_type: string) => false) {
  const added: Parameters<EventTarget['addEventListener']>[] = []
  const add = of.addEventListener.bind(of)
  of.addEventListener = (...args: Parameters<typeof add>) => {
    if (!isKept(args[0])) added.push(args)
    add(...args)
  }
  return () => {
    for (const [type, listener, options] of added.splice(0)) of.removeEventListener(type, listener, options)
  }
}

function keepPage(): Page {
  const listeners = [
    keepListeners(window),
    // user-event adds these two once, for good.
    keepListeners(document, (type) => type === 'focus' || type === 'blur'),
  ]
  const properties = [window, document, navigator, URL, Element.prototype].map(keepProperties)
  const values = keepValues(window)
  const restore = () => {
    for (const each of [...listeners, ...properties, values]) each()
    for (const element of [document.documentElement, document.head, document.body]) {
      for (const name of element.getAttributeNames()) element.removeAttribute(name)
    }
    document.head.replaceChildren()
    document.body.replaceChildren()
    history.replaceState(null, '', '/')
    localStorage.clear()
    sessionStorage.clear()
    for (const cookie of document.cookie.split('; ')) {
      const name = cookie.split('=')[0]!
      // A name with this prefix is taken only with Secure.
      document.cookie = `${name}=; Max-Age=0; Path=/${name.startsWith('__Host-') ? '; Secure' : ''}`
    }
  }
  return { restore }
}

vi.unstubAllGlobals()
worker[key] ??= keepPage()
worker[key].restore()
vi.resetModules()
