import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { document, kept, npmPackages } from './licences.mjs'

let root
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'licences-'))
  write('THIRD_PARTY/fluent-emoji.txt', 'Copyright (c) Somebody\n\nPermission is hereby granted to all.\n')
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path, text) {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** Installs packages: name → [lock entry, package.json, licence text]. */
function install(packages) {
  const lock = { '': {} }
  for (const [name, [entry, manifest, licence]] of Object.entries(packages)) {
    lock[`node_modules/${name}`] = { version: '1.0.0', ...entry }
    write(`web/node_modules/${name}/package.json`, JSON.stringify({ name, ...manifest }))
    if (licence) write(`web/node_modules/${name}/LICENSE.md`, licence)
  }
  write('web/package-lock.json', JSON.stringify({ packages: lock }))
}

test('what is shipped is named with its terms, what only builds is not', () => {
  install({
    '@a/shipped': [{}, { license: 'ISC' }, 'ISC, by A'],
    builder: [{ dev: true }, {}, 'GPL'],
  })
  expect(npmPackages(root)).toEqual([{ name: '@a/shipped 1.0.0', text: 'ISC, by A\n' }])
})

test('MIT without a text gets its text and its author', () => {
  install({ bare: [{}, { license: 'MIT', author: { name: 'Ada' } }] })
  expect(npmPackages(root)[0].text).toContain('Copyright (c) Ada\n\nPermission is hereby granted')
})

test('terms that cannot be told stop the build and are named', () => {
  install({ odd: [{}, { license: 'SEE ELSEWHERE' }], none: [{}, {}] })
  expect(() => npmPackages(root)).toThrow('odd 1.0.0, none 1.0.0')
})

test('the same terms stand once', () => {
  const text = document({
    things: [
      { name: 'a', text: 'T1' },
      { name: 'b', text: 'T2' },
      { name: 'c', text: 'T1' },
    ],
  })
  expect(text.match(/T1/g)).toHaveLength(1)
  expect(text).toContain('a\nc\n\nT1')
})

test('copied art, fonts and words are named', () => {
  const names = kept(join(import.meta.dirname, '../..')).map(({ name }) => name)
  expect(names).toEqual(['figtree', 'fluent-emoji', 'vazirmatn', 'zxcvbn-go'])
})
