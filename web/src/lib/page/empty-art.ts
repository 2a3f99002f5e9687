/** The pictures of empty states. Without one, the space above the text stays empty. */
export type EmptyArt =
  'address' | 'cart' | 'error' | 'location' | 'module' | 'offline' | 'orders' | 'search' | 'store' | 'wishlist'

/** The URL of an empty state's picture. `0` replaces the content hash: the server accepts any. */
export const emptyArt = (name: EmptyArt) => `/media/0/empty/${name}-240.webp`
