import type { Scope } from './scope'
import { storedTheme } from './theme-setting'

/** Under https the name has a prefix, with which browsers take the cookie from this very host alone. */
const isSecure = () => location.protocol === 'https:'
const nameOf = () => (isSecure() ? '__Host-hk_scope' : 'hk_scope')

/**
 * What the server needs to fill the first page: zones, module and language, and
 * to draw it: the theme, and whether somebody is signed in. A mirror of the
 * storage, and a convenience: nothing in it is trusted, and nothing is secret.
 */
function mirrored(scope: Scope) {
  const parts = [`lang=${scope.language}`]
  if (scope.zoneIds.length > 0) parts.push(`zone=${scope.zoneIds.join(',')}`)
  if (scope.module) parts.push(`module=${scope.module.id}`)
  return parts.join('&')
}

/** Writes the cookie that the server reads. */
export function mirrorScope(scope: Scope) {
  const theme = storedTheme()
  const value = encodeURIComponent(
    mirrored(scope) + (theme ? `&theme=${theme}` : '') + (scope.signedIn ? '&signed=1' : ''),
  )
  const secure = isSecure() ? '; Secure' : ''
  document.cookie = `${nameOf()}=${value}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
}

/**
 * Whether the page was filled for this scope. A cookie that was lost or that
 * belongs to an older place would show another zone's prices.
 */
export function wasServedFor(scope: Scope) {
  const value = document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${nameOf()}=`))
    ?.slice(nameOf().length + 1)
  return served(value) === mirrored(scope)
}

function served(value: string | undefined) {
  if (value === undefined) return 'lang=en'
  try {
    return decodeURIComponent(value).replaceAll(/&(?:theme|signed)=\w*/g, '')
  } catch {
    return ''
  }
}
