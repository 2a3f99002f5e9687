// Finds English that comes from no message, on a page in a pseudo-locale.

/** The attributes that a screen reader says. */
const spoken = ['aria-label', 'alt', 'title', 'placeholder', 'aria-description']

const threeLetters = /(?<![\p{L}~])[A-Za-z]{3,}(?![\p{L}~])/u

/** A mirrored message; its letters are plain. */
const mirrored = /\u202e[^\u202c]*\u202c/g

/** Every text on the page that a person sees or hears. */
export function textsOnPage(): string[] {
  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode
    if (parentElement && !/^(STYLE|SCRIPT)$/.test(parentElement.tagName)) found.push(textContent ?? '')
  }
  for (const element of document.body.querySelectorAll('*')) {
    for (const name of spoken) found.push(element.getAttribute(name) ?? '')
  }
  return found.filter((text) => text !== '')
}

export const isPlainEnglish = (text: string) => threeLetters.test(text.replaceAll(mirrored, ''))
