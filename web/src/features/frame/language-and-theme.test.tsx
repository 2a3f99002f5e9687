import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import { directionOf } from '@/lib/text/languages'
import { toastAfterReload } from '@/lib/page/toast-after-reload'
import { testShop } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { LanguageMenu } from './language-menu'
import { ThemeToggle } from './theme-toggle'

const root = document.documentElement

afterEach(() => {
  vi.unstubAllGlobals()
  root.removeAttribute('data-mantine-color-scheme')
})

test.each(['ar', 'arc', 'dv', 'fa', 'ha', 'he', 'khw', 'ks', 'ku', 'ps', 'ur', 'yl', 'yi', 'ar-EG'])(
  'I18N-01 D9 %s is read from right to left',
  (language) => {
    expect(directionOf(language)).toBe('rtl')
  },
)

test.each(['en', 'de', 'hi', 'arn'])('I18N-01 %s is read from left to right', (language) => {
  expect(directionOf(language)).toBe('ltr')
})

test('I18N-01 a language is changed after a confirmation, stored, and confirmed after the reload', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { ...window.location, reload })
  const { user, intl } = renderApp(
    <>
      <LanguageMenu />
      <Toasts />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Language: English' }))
  await user.click(await screen.findByRole('menuitem', { name: 'العربية' }))
  expect(reload).not.toHaveBeenCalled()
  await user.click(await screen.findByRole('button', { name: 'Change' }))
  expect(reload).toHaveBeenCalledTimes(1)
  expect(localStorage.getItem('language-setting')).toBe('ar')
  expect(localStorage.getItem('country')).toBe('US')
  expect(JSON.parse(localStorage.getItem('settings') ?? '')).toMatchObject({ direction: 'rtl' })
  toastAfterReload(intl)
  expect(await screen.findByText('Language has been changed')).toBeVisible()
  expect(sessionStorage.getItem('hk-said')).toBeNull()
})

test('I18N-01 D31 the menu offers what the town offers, each in its own name', async () => {
  const language = ['en', 'ar', 'fr'].map((key) => ({ key, value: '' }))
  const { user } = renderApp(<LanguageMenu />, { shop: { ...testShop, language } })
  await user.click(screen.getByRole('button', { name: 'Language: English' }))
  const offered = await screen.findAllByRole('menuitem')
  expect(offered.map(({ textContent }) => textContent)).toEqual(['English', 'العربية', 'français'])
})

test('I18N-02 the theme is changed and stored', async () => {
  const { user } = renderApp(<ThemeToggle />)
  const toggle = screen.getByRole('button', { name: 'Change between light and dark' })
  await user.click(toggle)
  expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(localStorage.getItem('settings')).toBe('{"theme":"dark"}')
  await user.click(toggle)
  expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
  expect(localStorage.getItem('settings')).toBe('{"theme":"light"}')
})

/** Runs the script that the page runs before the first paint. */
function boot(prefersDark: boolean) {
  vi.stubGlobal('matchMedia', () => ({ matches: prefersDark }))
  runInThisContext(readFileSync('public/boot.js', 'utf8'))
  return root.getAttribute('data-mantine-color-scheme')
}

test.each([true, false])('I18N-02 the default theme is the system’s (dark: %s)', (prefersDark) => {
  expect(boot(prefersDark)).toBe(prefersDark ? 'dark' : 'light')
})

test('I18N-02 LOC-14 the stored choice applies before the first paint, and invalid storage is ignored', () => {
  localStorage.setItem('settings', '{"theme":"dark","direction":"rtl"}')
  localStorage.setItem('language-setting', 'ar')
  expect(boot(false)).toBe('dark')
  expect([root.dir, root.lang]).toEqual(['rtl', 'ar'])
  for (const damage of ['{', '7', '"x"', '{"theme":"pink","direction":"up"}']) {
    localStorage.setItem('settings', damage)
    localStorage.setItem('language-setting', '"><script>')
    expect(boot(false)).toBe('light')
    expect([root.dir, root.lang]).toEqual(['rtl', 'ar'])
  }
  root.dir = 'ltr'
  root.lang = 'en'
})
