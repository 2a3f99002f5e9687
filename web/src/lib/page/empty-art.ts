/** The pictures of empty states; where a shop has none of its own, the space above the words is just that. */
export type EmptyArt =
  'address' | 'cart' | 'error' | 'location' | 'module' | 'offline' | 'orders' | 'search' | 'store' | 'wishlist'

/** Address of an empty state's picture. The hash stands for "today's": the server does not insist on it. */
export const emptyArt = (name: EmptyArt) => `/media/0/empty/${name}-240.webp`
