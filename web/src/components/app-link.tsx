import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import type { Href } from '@/lib/page/href'

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A page of the storefront, or another URL. */
  href: Href
}

const opensElsewhere = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

/**
 * A link. Inside the storefront it changes the page without loading a document, and
 * prefetches the page when a mouse is over it. The router's own Link does the same, but
 * adds 2 kB to the first view.
 */
export function AppLink({ href, onClick, children, ...rest }: Props) {
  const router = useRouter()
  const inside = href.startsWith('/') && !href.startsWith('//')

  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!inside || event.defaultPrevented || opensElsewhere(event)) return
    event.preventDefault()
    // Another query of the same page opens or filters something, so the page keeps its scroll position.
    const isHere = split(href).pathname === router.history.location.pathname
    void router.navigate({ href, resetScroll: !isHere })
  }
  const prefetch = () => {
    if (!inside) return
    const { pathname, searchStr } = router.parseLocation({ ...router.history.location, ...split(href) })
    void router.preloadRoute({ to: pathname, search: router.options.parseSearch(searchStr) } as never)
  }

  return (
    <a {...rest} href={href} rel={inside ? rest.rel : 'noopener noreferrer'} onClick={follow} onPointerEnter={prefetch}>
      {children}
    </a>
  )
}

function split(href: string) {
  const { pathname, search, hash } = new URL(href, 'http://storefront')
  return { href, pathname, search, hash }
}
