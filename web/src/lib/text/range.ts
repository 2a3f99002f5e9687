/** A range as the API writes it, "20-30", as people read it: "20–30". */
export const rangeText = (range: string) => range.replace('-', '–')
