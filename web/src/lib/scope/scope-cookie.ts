import { scopeOfReload, type Scope } from './scope'
import { defaultLanguage } from '@/lib/text/languages'
import { storedTheme } from './theme-setting'

/** Under https the name has a prefix, so that browsers accept the cookie only from this host. */
const isSecure = () => location.protocol === 'https:'
const nameOf = () => (isSecure() ? '__Host-hk_scope' : 'hk_scope')

/**
 * What the server needs for the data of the first page (zones, module, language) and for
 * its first view (theme, whether somebody is signed in). It is a copy of the storage. The
 * server does not trust it, and it contains no secret.
 */
function mirrored(scope: Scope) {
  const parts = [`lang=${scope.language}`]
  if (scope.zoneIds.length > 0) parts.push(`zone=${scope.zoneIds.join(',')}`)
  if (scope.module) parts.push(`module=${scope.module.id}`)
  return parts.join('&')
}

/** Writes the cookie for the next page, in whichever tab. */
export function mirrorScope() {
  const scope = scopeOfReload()
  const theme = storedTheme()
  const value = encodeURIComponent(
    mirrored(scope) + (theme ? `&theme=${theme}` : '') + (scope.signedIn ? '&signed=1' : ''),
  )
  const secure = isSecure() ? '; Secure' : ''
  document.cookie = `${nameOf()}=${value}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
}

/**
 * Whether the page has data of this scope. After a lost or old cookie it would show
 * another zone's prices.
 */
export function wasServedFor(scope: Scope) {
  const value = document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${nameOf()}=`))
    ?.slice(nameOf().length + 1)
  return served(value) === mirrored(scope)
}

function served(value: string | undefined) {
  if (value === undefined) return `lang=${defaultLanguage()}`
  try {
    return decodeURIComponent(value).replaceAll(/&(?:theme|signed)=\w*/g, '')
  } catch {
    return ''
  }
}
