import { useEffect } from 'react'
import { useShop } from '@/lib/scope/shop'

/**
 * Says in the browser's tab, its history and to screen readers what is shown: the page's name and the shop's.
 * Without a name it is the shop's own page. The server writes the same for the first view.
 */
export function usePageTitle(name?: string, of?: string) {
  const { business_name: shop } = useShop()
  useEffect(() => {
    document.title = name ? `${name} · ${of ?? shop}` : shop
  }, [name, of, shop])
}
