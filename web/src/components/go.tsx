import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A path of the storefront with its query, as staff write it and the API gives it; or an address elsewhere. */
  href: string
}

const opensElsewhere = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

/**
 * A link by address, for those that come as text. Inside the storefront it
 * changes the page without loading it anew, and fetches it as soon as a mouse
 * comes near. Where the route is known while writing, the router's Link is better.
 */
export function Go({ href, onClick, children, ...rest }: Props) {
  const router = useRouter()
  const inside = href.startsWith('/') && !href.startsWith('//')

  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!inside || event.defaultPrevented || opensElsewhere(event)) return
    event.preventDefault()
    // Another query on this page opens or narrows something: the page stays where it is scrolled to.
    const isHere = split(href).pathname === router.history.location.pathname
    void router.navigate({ href, resetScroll: !isHere })
  }
  const fetchAhead = () => {
    if (!inside) return
    const { pathname, searchStr } = router.parseLocation({ ...router.history.location, ...split(href) })
    void router.preloadRoute({ to: pathname, search: router.options.parseSearch(searchStr) } as never)
  }

  return (
    <a
      {...rest}
      href={href}
      rel={inside ? rest.rel : 'noopener noreferrer'}
      onClick={follow}
      onPointerEnter={fetchAhead}
    >
      {children}
    </a>
  )
}

function split(href: string) {
  const { pathname, search, hash } = new URL(href, 'http://storefront')
  return { href, pathname, search, hash }
}
