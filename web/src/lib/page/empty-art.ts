/** The pictures of empty states; where a shop has none of its own, the space above the words is just that. */
export type EmptyArt =
  'address' | 'cart' | 'error' | 'location' | 'module' | 'offline' | 'orders' | 'search' | 'store' | 'wishlist'

/** Address of an empty state's picture. `0` is in place of the content hash: the server accepts any. */
export const emptyArt = (name: EmptyArt) => `/media/0/empty/${name}-240.webp`
