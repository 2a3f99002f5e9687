import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { tokenFromHash } from '@/lib/account/known-purchases'

/**
 * The following token in the address of the page at this path. While the page is left, the address is already that of
 * the next one, so the token is kept.
 */
export function useFollowToken(path: string): string | undefined {
  const current = useLocation({
    select: ({ pathname, hash }) => (pathname === path ? (tokenFromHash(hash) ?? '') : undefined),
  })
  const [token, setToken] = useState(current)
  if (current !== undefined && current !== token) setToken(current)
  return (current ?? token) || undefined
}
