import { expect, test } from 'vitest'
import { allProblems, problems } from './locales.mjs'

test('I18N-01 D31 every language has every message, with its values, tags and plurals', () => {
  expect(allProblems()).toEqual([])
})

const english = {
  a: '<b>{amount}</b> away',
  b: '{count, plural, =0 {none} one {# item} other {# items}}',
  c: '{level, select, 1 {weak} other {strong}}',
}
const arabic = {
  a: 'بقي <b>{amount}</b>',
  b: '{count, plural, =0 {لا شيء} one {صنف} two {صنفان} few {# أصناف} many {# صنفًا} other {# صنف}}',
  c: '{level, select, 1 {ضعيفة} other {قوية}}',
}

test.each([
  ['nothing', {}, []],
  ['a missing one', { a: undefined }, ['a: missing. In English: <b>{amount}</b> away']],
  ['an empty one', { a: '' }, ['a: missing. In English: <b>{amount}</b> away']],
  ['a surplus one', { d: 'x' }, ['d: there is no such message any more']],
  ['one that cannot be read', { a: 'بقي <b>{amount}' }, ['a: cannot be read: بقي <b>{amount}']],
  ['other names', { a: 'بقي <b>{sum}</b>' }, ['a: lacks {amount}', 'a: does not get {sum}']],
  ['a lost tag', { a: 'بقي {amount}' }, ['a: lacks <b>']],
  ['a lost case', { c: '{level, select, other {قوية}}' }, ['c: lacks {level: 1}']],
  ['lost plurals', { b: '{count, plural, one {صنف} other {# صنف}}' }, ['b: lacks the plural few many two zero']],
])('I18N-01 %s is reported', (_what, change, lines) => {
  const messages = Object.fromEntries(Object.entries({ ...arabic, ...change }).filter(([, text]) => text !== undefined))
  expect(problems(english, messages, 'ar')).toEqual(lines)
})
