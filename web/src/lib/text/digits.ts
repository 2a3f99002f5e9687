const zeros = [0x0660, 0x06f0] // the code points of the Arabic and the Persian zero

/** Converts Arabic and Persian digits to 0 to 9, like the server. */
export const latinDigits = (text: string) =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(zeros.map((zero) => code - zero).find((value) => value >= 0 && value <= 9))
  })

/** Returns the whole number that was typed, in any digits; NaN: something else was. */
export function wholeNumber(typed: string) {
  const text = latinDigits(typed).trim()
  return /^\d+$/.test(text) ? Number(text) : NaN
}
