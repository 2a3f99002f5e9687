import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const LICENCE = /^(licen[sc]e|copying|notice)/i

/** Terms of MIT, for packages that declare it and carry no text. */
const mitTerms = (root) => {
  const text = readFileSync(join(root, 'THIRD_PARTY/fluent-emoji.txt'), 'utf8')
  return text.slice(text.indexOf('Permission is hereby granted'))
}

/** The project's art and fonts: `{name, text}` of every file in THIRD_PARTY. */
export function kept(root) {
  const dir = join(root, 'THIRD_PARTY')
  const files = readdirSync(dir).filter((name) => name.endsWith('.txt'))
  return files.map((name) => ({ name: name.replace('.txt', ''), text: readFileSync(join(dir, name), 'utf8') }))
}

/**
 * Every npm package that is installed and not for development only. Throws,
 * naming them, if there are some whose terms cannot be told: somebody has to
 * look.
 */
export function npmPackages(root) {
  const web = join(root, 'web')
  const { packages } = JSON.parse(readFileSync(join(web, 'package-lock.json'), 'utf8'))
  const installed = Object.keys(packages).filter((path) => path && !packages[path].dev && existsSync(join(web, path)))
  const found = installed.map((path) => ({
    name: `${packages[path].name ?? path.split('node_modules/').at(-1)} ${packages[path].version}`,
    text: texts(join(web, path)) || declared(join(web, path), root),
  }))
  return complete(found)
}

/** Every Go module that is linked into the command, and Go itself. */
export function goModules(root) {
  const go = (...args) => execFileSync('go', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
  const format = '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}'
  const lines = new Set(go('list', '-deps', '-f', format, './cmd/hawker').split('\n').filter(Boolean))
  const modules = [...lines].toSorted().map((line) => {
    const [name, dir] = line.split('\t')
    return { name, text: texts(dir) }
  })
  const [home, version] = go('env', 'GOROOT', 'GOVERSION').trim().split('\n')
  return complete([{ name: `Go ${version}`, text: texts(home) }, ...modules])
}

/** One text of everything: what has the same terms, letter for letter, shares them. */
export function document(sections) {
  const parts = Object.entries(sections).map(([title, entries]) => {
    const blocks = [...sharing(entries)].map(([text, names]) => `${names.join('\n')}\n\n${text}`)
    return [`${title.toUpperCase()}\n`, ...blocks].join(`\n${'-'.repeat(78)}\n`)
  })
  return `Hawker is made with the work of others, under these terms.\n\n${parts.join(`\n${'='.repeat(78)}\n`)}`
}

/** Names by their text. */
function sharing(entries) {
  const groups = new Map()
  for (const { name, text } of entries) groups.set(text, [...(groups.get(text) ?? []), name])
  return groups
}

/** All licence files of a folder, one after the other; empty if it has none. */
function texts(dir) {
  const files = readdirSync(dir, { withFileTypes: true }).filter((file) => file.isFile() && LICENCE.test(file.name))
  return files.map((file) => readFileSync(join(dir, file.name), 'utf8').trim() + '\n').join('\n')
}

/** Terms that a package only names. */
function declared(dir, root) {
  const { license, author, name } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))
  // An author may come with addresses, as "Name <mail> (page)".
  const owner = (author?.name ?? author ?? `the authors of ${name}`).replace(/\s*[<(].*/, '')
  if (license === 'MIT') return `MIT License\n\nCopyright (c) ${owner}\n\n${mitTerms(root)}`
  // The terms are ours too, letter for letter.
  return license === 'Apache-2.0' ? `Copyright ${owner}\n\n${readFileSync(join(root, 'LICENSE'), 'utf8')}` : ''
}

function complete(entries) {
  const bare = entries.filter(({ text }) => !text).map(({ name }) => name)
  if (bare.length) throw new Error(`no licence found of ${bare.join(', ')}`)
  return entries
}
