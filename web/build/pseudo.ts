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
 * string outside the catalogue. Letters get accents, and the text becomes a third
 * longer to test the layout. Mirrored text also runs from right to left. Placeholders
 * do not change.
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

function accent(text: string) {
  const letters = text.match(/[A-Za-z]/g)?.length ?? 0
  const accented = text.replace(/\p{ASCII}/gu, (letter) => accents[letter] ?? letter)
  return accented + '~'.repeat(Math.ceil(letters * 0.35))
}

const mirror = (text: string) => (/[A-Za-z]/.test(text) ? override + accent(text) + pop : text)
