/** Formats a range of the API, "20-30", as "20–30". */
export const rangeText = (range: string) => range.replace('-', '–')
