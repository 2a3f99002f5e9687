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

// Fetches and starts the storefront once the page that the server sent is on the
// screen: any earlier, scripts would keep its words and its first picture waiting.
// Until it starts, buttons would do nothing: the page is inert. Where it cannot
// start, links work as those of any page, and a sentence offers to load it again.
addEventListener('DOMContentLoaded', function () {
  var app = document.getElementById('hk-app')
  if (!app) return // while developing, the page starts itself
  var root = document.getElementById('root')
  var drawn = root.firstElementChild
  var keep = function (isInert) {
    if (drawn) drawn.inert = isInert
    document.getElementById('hk-lost').hidden = isInert
  }
  var run = function (wait) {
    import(app.href).catch(function () {
      keep(false)
      setTimeout(run, wait, Math.min(2 * wait, 30000))
    })
  }
  var start = function () {
    document.querySelectorAll('link[rel=start]').forEach(function (link) {
      link.rel = 'modulepreload'
    })
    run(2000)
  }
  keep(true)
  root.addEventListener('lost', function () {
    keep(false)
  })
  // Nothing was sent, or nobody looks: a page in the background is not painted.
  if (!drawn || document.hidden) return start()
  var picture = root.querySelector('main img[fetchpriority=high]')
  var ready = picture ? picture.decode().catch(function () {}) : Promise.resolve()
  // What the browser says has been painted: a frame that was drawn is not on the screen yet.
  var painted = new Promise(function (resolve) {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
  })
  var enough = new Promise(function (resolve) {
    setTimeout(resolve, 500)
  })
  Promise.race([Promise.all([ready, painted]), enough]).then(function () {
    requestAnimationFrame(function () {
      setTimeout(start)
    })
  })
})
