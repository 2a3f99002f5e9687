/**
 * First views are rendered during the build, without the data of a town. Instead of each
 * text they have a hole: a path into the responses that the page preloads, such as
 * "getConfig.business_name". template() turns the HTML into a template of Go's
 * html/template, which fills the holes with escaped texts (internal/page/first_view.go).
 */
const [open, close] = ['\uE000', '\uE001']

/** Returns the hole of a text. */
export const hole = (path: string) => `${open}${path}${close}`

/** Returns the hole of a picture's URL, from which the components make the URLs of the three widths. */
export const pictureHole = (path: string) => `${hole(path)}-480.webp`

/** Unlikely amounts, which are found in the HTML by their formatted text. */
export const amountHole = 4242.42
export const priceHole = 4343.43
const writtenAmount = '4,242.42'
const writtenPrice = '4,343.43'
const pricePath = 'getItem.sale_price'

const picture = new RegExp(`${open}([\\w.]+)${close}-(\\d+)\\.webp`, 'g')
const word = new RegExp(`${open}([\\w.]+)${close}`, 'g')

/**
 * These elements are left out if all their texts are empty, as in the components: an
 * empty kicker has no icon, and a missing banner has no box.
 */
const optional = new Set(['a', 'button', 'p', 'h1', 'h2', 'h3', 'li', 'img', 'article', 'span', 'bdi'])
/** HTML elements without an end tag. */
const voidElements = new Set(['img', 'input', 'br', 'hr'])

/** An open element, and the paths of the holes in it. */
type Element = { name: string; start: number; paths: Set<string> }

/** Converts HTML with holes to a Go template. */
export function template(html: string, amountPath: string) {
  const marked = html.replaceAll(writtenAmount, hole(amountPath)).replaceAll(writtenPrice, hole(pricePath))
  const amounts = [amountPath, pricePath]
  return withConditions(marked)
    .replace(picture, (_whole, path: string, width: string) => `{{.Picture "${path}" ${width}}}`)
    .replace(word, (_whole, path: string) => `{{.${amounts.includes(path) ? 'Amount' : 'Word'} "${path}"}}`)
}

/** Puts a condition around every optional element that contains holes. */
function withConditions(html: string) {
  const cuts: { at: number; text: string }[] = []
  const openElements: Element[] = []
  const end = ({ name, start, paths }: Element, at: number) => {
    paths.forEach((path) => openElements.at(-1)?.paths.add(path))
    if (!optional.has(name) || paths.size === 0) return
    const any = [...paths].map((path) => `(.Word "${path}")`).join(' ')
    cuts.push({ at: start, text: `{{if or ${any}}}` }, { at, text: '{{end}}' })
  }
  for (const { 0: token, index } of html.matchAll(/<\/?[a-z][^>]*>|[^<]+/gi)) {
    const name = /^<\/?([a-z][\w-]*)/i.exec(token)?.[1]
    if (name === undefined) {
      pathsIn(token).forEach((path) => openElements.at(-1)?.paths.add(path))
    } else if (token.startsWith('</')) {
      const element = openElements.pop()
      if (element?.name !== name) throw new Error(`${token} closes <${element?.name}>`)
      end(element, index + token.length)
    } else {
      const element = { name, start: index, paths: new Set(name === 'img' ? pathsIn(token) : []) }
      if (voidElements.has(name)) end(element, index + token.length)
      else openElements.push(element)
    }
  }
  let text = ''
  let from = 0
  for (const cut of cuts.sort(byPosition)) {
    text += html.slice(from, cut.at) + cut.text
    from = cut.at
  }
  return text + html.slice(from)
}

const pathsIn = (text: string) => [...text.matchAll(word)].flatMap(([, path]) => path ?? [])

/** Sorts cuts by position. At the same position, an end comes before a start. */
const byPosition = (a: { at: number; text: string }, b: { at: number; text: string }) =>
  a.at - b.at || Number(b.text === '{{end}}') - Number(a.text === '{{end}}')
