import type { IntlShape } from 'react-intl'

/** A message: its id in the catalogues and its English text. */
export type Message = { id: string; defaultMessage: string }

/** Returns a message in the shopper's language. */
export type Translate = IntlShape['formatMessage']

/**
 * Defines messages, so that the extraction finds them. With react-intl's own function,
 * each placeholder would need a type, too. Here a missing value is an error on the
 * console, which fails the test.
 */
export const defineMessages = <Name extends string>(messages: Record<Name, Message>) => messages
