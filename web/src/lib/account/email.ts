// One @, something on both sides, a dot in the domain; the mail that arrives is the real proof.
const pattern = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Whether a trimmed text can be an e-mail address. */
export const isEmail = (text: string) => text.length <= 255 && pattern.test(text)
