const zeros = [0x0660, 0x06f0] // of the Arabic and of the Persian digits

/** The text with Arabic and Persian digits written as 0 to 9, as the server reads them. */
export const latinDigits = (text: string) =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(zeros.map((zero) => code - zero).find((value) => value >= 0 && value <= 9))
  })
