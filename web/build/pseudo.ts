import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'

const accents: Record<string, string> = Object.fromEntries(
  [...'abcdeghijklnopqrsuyzACDEGHIJKLNOPRSUYZ'].map((plain, i) => [
    plain,
    [...'åƀçðéĝĥîĵķļñöþǫŕšûýžÅÇÐÉĜĤÎĴĶĻÑÖÞŔŠÛÝŽ'][i] ?? plain,
  ]),
)

/** Right-to-left override: makes Latin letters run as Arabic would. */
const override = '\u202e'
const pop = '\u202c'

/**
 * Rewrites a message so that whoever sees plain English has found a string that
 * is no message: letters get accents, and a third more of them tests the room.
 * Mirrored text also runs right to left. Placeholders stay as they are.
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
