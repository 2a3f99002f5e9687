// One @, text on both sides, and a dot in the domain. Only a received mail proves more.
const pattern = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Whether a trimmed text can be an e-mail address. */
export const isEmail = (text: string) => text.length <= 255 && pattern.test(text)
