import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFollowToken } from './use-follow-token'

const Token = () => <p>{`token: ${useFollowToken('/order/5') ?? 'none'}`}</p>

test('PCL-01 the token of a followed parcel is kept while its page is left', async () => {
  const history = createMemoryHistory({ initialEntries: ['/order/5?follow=1#token=first'] })
  const router = createRouter({ routeTree: createRootRoute({ component: Token, notFoundComponent: Token }), history })
  render(<RouterProvider router={router as never} />)
  expect(await screen.findByText('token: first')).toBeVisible()
  const go = (path: string) =>
    act(() => {
      history.push(path)
      return Promise.resolve()
    })
  await go('/track-order')
  expect(router.state.location.pathname).toBe('/track-order')
  expect(screen.getByText('token: first')).toBeVisible()
  await go('/order/5?follow=1#token=second')
  expect(screen.getByText('token: second')).toBeVisible()
  await go('/order/5?follow=1')
  expect(screen.getByText('token: none')).toBeVisible()
})
