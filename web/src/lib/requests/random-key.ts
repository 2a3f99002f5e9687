/** Returns 128 random bits. Not randomUUID, which is missing on pages without HTTPS. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
