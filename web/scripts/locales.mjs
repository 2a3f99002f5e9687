import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  isArgumentElement,
  isDateElement,
  isLiteralElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  isTimeElement,
  parse,
} from '@formatjs/icu-messageformat-parser'

const folder = join(import.meta.dirname, '../src/locales')
const read = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))

/** What a message asks for: the names of its values and tags, and the cases of its selects. */
function needs(elements, found = new Set()) {
  for (const element of elements) {
    if (isLiteralElement(element) || isPoundElement(element)) continue
    const isTag = isTagElement(element)
    found.add(isTag ? `<${element.value}>` : `{${element.value}}`)
    if (isTag) needs(element.children, found)
    if (isDateElement(element) || isNumberElement(element) || isTimeElement(element) || isArgumentElement(element))
      continue
    for (const [name, option] of Object.entries(element.options ?? {})) {
      if (isSelectElement(element)) found.add(`{${element.value}: ${name}}`)
      needs(option.value, found)
    }
  }
  return found
}

/** The forms of numbers that a plural of the language lacks: =0 is as good as zero. */
function missingForms(elements, categories) {
  return elements.flatMap((element) => {
    const inner = isTagElement(element)
      ? [element.children]
      : Object.values(element.options ?? {}).map(({ value }) => value)
    const deeper = inner.flatMap((each) => missingForms(each, categories))
    if (!isPluralElement(element)) return deeper
    const has = (name) => name in element.options || { zero: '=0', one: '=1', two: '=2' }[name] in element.options
    return [...categories.filter((name) => !has(name)), ...deeper]
  })
}

const parsed = (text) => {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** What is wrong with the messages of a language, one line each. */
export function problems(english, messages, language) {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const lines = Object.keys(messages)
    .filter((id) => !(id in english))
    .map((id) => `${id}: there is no such message any more`)
  for (const [id, text] of Object.entries(english)) {
    if (!messages[id]) {
      lines.push(`${id}: missing. In English: ${text}`)
      continue
    }
    const translated = parsed(messages[id])
    if (!translated) {
      lines.push(`${id}: cannot be read: ${messages[id]}`)
      continue
    }
    const [wanted, given] = [needs(parse(text)), needs(translated)]
    const say = (what, names) => names.length > 0 && lines.push(`${id}: ${what} ${names.join(' ')}`)
    say(
      'lacks',
      [...wanted].filter((name) => !given.has(name)),
    )
    say(
      'does not get',
      [...given].filter((name) => !wanted.has(name)),
    )
    say('lacks the plural', [...new Set(missingForms(translated, categories))])
  }
  return lines
}

/** The problems of every language of the project, by its file. */
export function allProblems() {
  const english = read('en.json')
  return readdirSync(folder)
    .filter((file) => file !== 'en.json')
    .flatMap((file) => problems(english, read(file), file.replace('.json', '')).map((line) => `${file}: ${line}`))
}

if (process.argv[1] === import.meta.filename) {
  const found = allProblems()
  for (const line of found) process.stderr.write(`${line}\n`)
  process.exitCode = found.length > 0 ? 1 : 0
}
