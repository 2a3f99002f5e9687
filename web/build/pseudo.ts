import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'

const accents: Record<string, string> = Object.fromEntries(
  [...'abcdeghijklnopqrsuyzACDEGHIJKLNOPRSUYZ'].map((plain, i) => [
    plain,
    [...'åƀçðéĝĥîĵķļñöþǫŕšûýžÅÇÐÉĜĤÎĴĶĻÑÖÞŔŠÛÝŽ'][i] ?? plain,
  ]),
)

/** Right-to-left override, which displays Latin letters from right to left. */
const override = '\u202e'
const pop = '\u202c'

/**
 * Rewrites a message for a pseudo-locale, so that plain English on a page reveals a
 * string outside the catalogue. The text becomes a third longer to test the layout.
 * Its letters get accents or, in mirrored text, run from right to left. Placeholders do
 * not change.
 */
export function pseudo(elements: MessageFormatElement[], mirrored: boolean): MessageFormatElement[] {
  return elements.map((element): MessageFormatElement => {
    switch (element.type) {
      case TYPE.literal:
        return { ...element, value: mirrored ? mirror(element.value) : accent(element.value) }
      case TYPE.tag:
        return { ...element, children: pseudo(element.children, mirrored) }
      case TYPE.plural:
      case TYPE.select:
        return {
          ...element,
          options: Object.fromEntries(
            Object.entries(element.options).map(([key, option]) => [
              key,
              { ...option, value: pseudo(option.value, mirrored) },
            ]),
          ),
        }
      default:
        return element
    }
  })
}

const accent = (text: string) =>
  longer(
    text.replace(/\p{ASCII}/gu, (letter) => accents[letter] ?? letter),
    text,
  )

const mirror = (text: string) => (/[A-Za-z]/.test(text) ? override + longer(text, text) + pop : text)

/** Adds a tilde for every third letter of the plain text. */
function longer(text: string, plain: string) {
  const letters = plain.match(/[A-Za-z]/g)?.length ?? 0
  return text + '~'.repeat(Math.ceil(letters * 0.35))
}
