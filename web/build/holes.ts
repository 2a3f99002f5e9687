/**
 * A first view is drawn while building, before there is a town. Where a town's
 * own word will stand, a hole stands: a path into the answers that come with the
 * page, as "getConfig.business_name". template() turns what was drawn into a
 * template of Go's html/template, which fills the holes and escapes what it
 * fills them with (internal/page/first_view.go).
 */
const [open, close] = ['\uE000', '\uE001']

/** A word of an answer. */
export const hole = (path: string) => `${open}${path}${close}`

/** The address of a picture, which the components turn into its three widths. */
export const pictureHole = (path: string) => `${hole(path)}-480.webp`

/** An amount that no town has: it is found again by how it is written. */
export const amountHole = 4242.42
const writtenAmount = '4,242.42'

const picture = new RegExp(`${open}([\\w.]+)${close}-(\\d+)\\.webp`, 'g')
const word = new RegExp(`${open}([\\w.]+)${close}`, 'g')

/**
 * An element without a word is not drawn: an empty kicker has no bicycle, a
 * banner that is not there has no box. So the components do it, too.
 */
const optional = new Set(['a', 'button', 'p', 'h1', 'h2', 'h3', 'li', 'img', 'article', 'span', 'bdi'])
/** What HTML never closes; whatever else, React does. */
const empty = new Set(['img', 'input', 'br', 'hr'])

/** An element that is being read, and the words in it. */
type Element = { name: string; start: number; words: Set<string> }

/** The HTML as a template of Go. */
export function template(html: string, amountPath: string) {
  const marked = html.replaceAll(writtenAmount, hole(amountPath))
  return withConditions(marked)
    .replace(picture, (_whole, path: string, width: string) => `{{.Picture "${path}" ${width}}}`)
    .replace(word, (_whole, path: string) => `{{.${path === amountPath ? 'Amount' : 'Word'} "${path}"}}`)
}

/** Puts a condition around every optional element that has holes for its text or its picture. */
function withConditions(html: string) {
  const cuts: { at: number; text: string }[] = []
  const above: Element[] = []
  const end = ({ name, start, words }: Element, at: number) => {
    words.forEach((path) => above.at(-1)?.words.add(path))
    if (!optional.has(name) || words.size === 0) return
    const any = [...words].map((path) => `(.Word "${path}")`).join(' ')
    cuts.push({ at: start, text: `{{if or ${any}}}` }, { at, text: '{{end}}' })
  }
  for (const { 0: token, index } of html.matchAll(/<\/?[a-z][^>]*>|[^<]+/gi)) {
    const name = /^<\/?([a-z][\w-]*)/i.exec(token)?.[1]
    if (name === undefined) {
      wordsOf(token).forEach((path) => above.at(-1)?.words.add(path))
    } else if (token.startsWith('</')) {
      const element = above.pop()
      if (element?.name !== name) throw new Error(`${token} closes <${element?.name}>`)
      end(element, index + token.length)
    } else {
      const element = { name, start: index, words: new Set(name === 'img' ? wordsOf(token) : []) }
      if (empty.has(name)) end(element, index + token.length)
      else above.push(element)
    }
  }
  let text = ''
  let from = 0
  for (const cut of cuts.sort(inOrder)) {
    text += html.slice(from, cut.at) + cut.text
    from = cut.at
  }
  return text + html.slice(from)
}

const wordsOf = (text: string) => [...text.matchAll(word)].flatMap(([, path]) => path ?? [])

/** Where one element ends and the next begins, the end comes first. */
const inOrder = (a: { at: number; text: string }, b: { at: number; text: string }) =>
  a.at - b.at || Number(b.text === '{{end}}') - Number(a.text === '{{end}}')
