/** One sentence the page says: its id in the catalogues and its English. */
export type Message = { id: string; defaultMessage: string }

/**
 * Names messages, for the extraction to find them. react-intl's own would have
 * each placeholder declared once more as a type; here a value that is missing
 * is an error on the console, and that fails any test that sees it.
 */
export const defineMessages = <Name extends string>(messages: Record<Name, Message>) => messages
