// Runs before anything is painted, so that nobody sees a flash of the wrong
// theme or direction. A file and not inline: the content security policy allows
// no inline script. Storage may be refused or hold anything; then the
// attributes the server wrote stay.
;(function () {
  var root = document.documentElement
  var settings = {}
  var language = null
  try {
    settings = JSON.parse(localStorage.getItem('settings')) || {}
    language = localStorage.getItem('language-setting')
  } catch {}
  var theme = settings.theme
  if (theme !== 'light' && theme !== 'dark') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  root.setAttribute('data-mantine-color-scheme', theme)
  if (settings.direction === 'rtl' || settings.direction === 'ltr') root.dir = settings.direction
  if (language && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/.test(language)) root.lang = language
})()
