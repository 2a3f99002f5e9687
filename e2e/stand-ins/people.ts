import { html } from './serve.ts'

/** Somebody with an account at a provider. */
export type Person = { id: string; name: string; email?: string; emailVerified?: boolean }

/** The default person. A test that leaves an account behind uses people of its own. */
export const asha: Person = {
  id: 'asha-at-a-provider',
  name: 'Asha Menon',
  email: 'asha.menon@example.com',
  emailVerified: true,
}

/** A button for each of them, and one to turn back. */
export const choices = (people: Person[]) =>
  people
    .map(({ id, name }) => `<p><button name="person" value="${html(id)}">Continue as ${html(name)}</button></p>`)
    .join('') + '<p><button name="person" value="">Cancel</button></p>'
