import { useEffect } from 'react'
import { useShop } from '@/lib/scope/shop'

/**
 * Sets the title of the tab, the history and for screen readers: the page's name and the
 * shop's. Without a name it is only the shop's. The server writes the same for the first view.
 */
export function usePageTitle(name?: string, of?: string) {
  const { business_name: shop } = useShop()
  useEffect(() => {
    document.title = name ? `${name} · ${of ?? shop}` : shop
  }, [name, of, shop])
}
