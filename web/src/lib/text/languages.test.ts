import { expect, test } from 'vitest'
import { directionOf } from './languages'

test('I18N-01 TRAP_D9 the documented languages and Yiddish are read from the right', () => {
  const documented = ['ar', 'arc', 'dv', 'fa', 'ha', 'he', 'khw', 'ks', 'ku', 'ps', 'ur', 'yl']
  for (const language of [...documented, 'yi', 'ar-EG', 'yi-001'])
    expect([language, directionOf(language)]).toEqual([language, 'rtl'])
})

test('I18N-01 TRAP_D9 all others are read from the left', () => {
  for (const language of ['en', 'ara', 'hi', 'ja', 'yo', 'az', '', 'en-AR'])
    expect([language, directionOf(language)]).toEqual([language, 'ltr'])
})
