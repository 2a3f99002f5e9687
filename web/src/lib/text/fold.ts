import { latinDigits } from './digits'

/**
 * Returns words in the form in which they are compared: lower case, without accents, one form of
 * each Arabic letter and digit, like the server's search.
 */
export const fold = (words: string) =>
  latinDigits(words)
    .normalize('NFKD')
    .replaceAll(/[\p{M}\u0640]/gu, '') // also the stroke that stretches Arabic words
    .replaceAll(/[ىی]/g, 'ي')
    .replaceAll('ة', 'ه')
    .replaceAll('ک', 'ك')
    .toLocaleLowerCase()
    .trim()
