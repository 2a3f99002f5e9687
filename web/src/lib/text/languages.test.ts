import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { server } from '@/test/server'
import { common, createAppIntl } from './intl'
import { directionOf, loadMessages } from './languages'

test('I18N-01 TRAP_D9 the documented languages and Yiddish are read from the right', () => {
  const documented = ['ar', 'arc', 'dv', 'fa', 'ha', 'he', 'khw', 'ks', 'ku', 'ps', 'ur', 'yl']
  for (const language of [...documented, 'yi', 'ar-EG', 'yi-001'])
    expect([language, directionOf(language)]).toEqual([language, 'rtl'])
})

test('I18N-01 TRAP_D9 all others are read from the left', () => {
  for (const language of ['en', 'ara', 'hi', 'ja', 'yo', 'az', '', 'en-AR'])
    expect([language, directionOf(language)]).toEqual([language, 'ltr'])
})

describe('a language of the town’s own', () => {
  const address = '/languages/fr.1a2b3c4d.json'
  const messages = { 'common.close': [{ type: 0, value: 'Fermer' }] }

  beforeEach(() => {
    document.head.innerHTML = `<meta name="hk-languages" content="en fr"><meta name="hk-language-fr" content="${address}">`
  })
  afterEach(() => {
    document.head.innerHTML = ''
  })

  test('I18N-01 D31 is a file that the page names', async () => {
    server.use(http.get(`*${address}`, () => HttpResponse.json(messages)))
    expect(await loadMessages('fr')).toEqual(messages)
    const intl = createAppIntl('fr', await loadMessages('fr'))
    expect(intl.formatMessage(common.close)).toBe('Fermer')
    expect(await loadMessages('nl')).toEqual({}) // the page names no file of it
  })

  test('I18N-01 D31 is asked for twice, and then the page is in English', async () => {
    let asked = 0
    server.use(
      http.get(`*${address}`, () => {
        asked++
        return HttpResponse.text('Bad gateway', { status: 502 })
      }),
    )
    expect(await loadMessages('fr')).toEqual({})
    expect(asked).toBe(2)
  })
})
