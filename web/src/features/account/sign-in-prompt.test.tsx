import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { testShop } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { SignInPrompt } from './sign-in-prompt'

const off = { manual_login_status: 0, otp_login_status: 0, social_login_status: 0 } as const

test('PERM-01 without a sign-in method the prompt links to what a guest can do', () => {
  const shop = { ...testShop, centralize_login: { ...testShop.centralize_login, ...off } }
  renderApp(<SignInPrompt />, { shop })
  expect(screen.getByRole('heading', { name: 'There are no accounts here' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Sign In' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Track order' })).toHaveAttribute('href', '/track-order')
})
