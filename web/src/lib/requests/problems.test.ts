import { expect, test } from 'vitest'
import { problems } from './problems'

const offline = 'No connection.'
const entry = (message: string, field?: string) => ({ code: 'invalid', message, ...(field && { field }) })

test.each([
  ['a problem for each entry', [entry('One.', 'a'), entry('Two.')], 'Both.', ['One.', 'Two.']],
  ['the message for a single entry', [entry('Entry.', 'a')], 'Message.', ['Message.']],
  ['the message without an entry', [], 'Message.', ['Message.']],
])('API-04 reads %s', (_name, errors, message, want) => {
  expect(problems({ errors, message }, offline).map((p) => p.message)).toEqual(want)
})

test('API-04 a single entry keeps its field', () => {
  const [only] = problems({ errors: [entry('Entry.', 'address')], message: 'Entry.' }, offline)
  expect(only).toEqual({ code: 'invalid', field: 'address', message: 'Entry.' })
})

test.each([
  ['no answer', new TypeError('Failed to fetch')],
  ['a page of a proxy', '<html>502</html>'],
  ['nothing', undefined],
])('API-04 speaks of the connection after %s', (_name, error) => {
  expect(problems(error, offline)).toEqual([{ code: '', message: offline }])
})

test('API-04 an aborted call is not a problem', () => {
  expect(problems(new DOMException('gone', 'AbortError'), offline)).toEqual([])
})
