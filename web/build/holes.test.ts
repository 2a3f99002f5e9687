import { expect, test } from 'vitest'
import { amountHole, hole, pictureHole, template } from './holes'

const drawn = (html: string) => template(html, 'getConfig.free_delivery_over')

test('BRW-01 the hole of a text becomes a template action, and the hole of a picture one with its width', () => {
  expect(drawn(`<div title="${hole('getStore.name')}"></div>`)).toBe('<div title="{{.Word "getStore.name"}}"></div>')
  const src = pictureHole('getStore.logo_full_url')
  expect(drawn(`<div><img src="${src.replace('480', '960')}"></div>`)).toBe(
    '<div>{{if or (.Word "getStore.logo_full_url")}}<img src="{{.Picture "getStore.logo_full_url" 960}}">{{end}}</div>',
  )
})

test('PRC-06 an amount becomes a template action, so that the server formats it', () => {
  const written = amountHole.toLocaleString('en')
  expect(drawn(`<b>over ${written}</b>`)).toBe('<b>over {{.Amount "getConfig.free_delivery_over"}}</b>')
})

test('BRW-01 an element whose texts are all empty is left out, with its icons', () => {
  const [one, two] = [hole('a.kicker'), hole('a.title')]
  expect(drawn(`<article><p><svg><path d="M0"></path></svg>${one}</p><h2>${two}</h2></article><div>${one}</div>`)).toBe(
    '{{if or (.Word "a.kicker") (.Word "a.title")}}<article>' +
      '{{if or (.Word "a.kicker")}}<p><svg><path d="M0"></path></svg>{{.Word "a.kicker"}}</p>{{end}}' +
      '{{if or (.Word "a.title")}}<h2>{{.Word "a.title"}}</h2>{{end}}' +
      '</article>{{end}}<div>{{.Word "a.kicker"}}</div>',
  )
})

test('unbalanced markup fails the build', () => {
  expect(() => drawn('<p><b></p>')).toThrow('</p> closes <b>')
})
