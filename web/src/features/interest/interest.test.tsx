import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { CategoriesOutputBody, CustomerView } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { testCustomer, testToken } from '@/test/account-fixtures'
import { testNoodles, wholeList } from '@/test/fixtures'
import { gate } from '@/test/gate'
import { renderApp } from '@/test/render-app'
import { currentScope } from '@/lib/scope/scope'
import { server } from '@/test/server'
import { Interest } from './interest'
import { skippedModules } from './skipped'

const pizza = { ...testNoodles, id: 22, slug: 'pizza', name: 'Pizza' }

function open(interest: number[], categories = [testNoodles, pizza]) {
  const put: unknown[] = []
  server.use(
    http.get('*/categories', () => HttpResponse.json<CategoriesOutputBody>(wholeList({ categories }))),
    http.get('*/customer/info', () => HttpResponse.json<CustomerView>({ ...testCustomer, interest })),
    http.put('*/customer/interests', async ({ request }) => {
      put.push(await request.json())
      return HttpResponse.json({ message: 'Saved.' })
    }),
  )
  const onDone = vi.fn<() => void>()
  const view = renderApp(
    <>
      <Interest onDone={onDone} />
      <Toasts />
    </>,
  )
  return { ...view, put, onDone }
}

beforeEach(() => write({ token: testToken }))

test('LOC-10 saving keeps the interests in other modules', async () => {
  const { user, put, onDone } = open([90, 21])
  const noodles = await screen.findByRole('button', { name: 'Noodles' })
  expect(noodles).toHaveAttribute('aria-pressed', 'true')
  await user.click(noodles)
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Pizza' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(put).toEqual([{ interest: [90, 22] }])
  expect(await screen.findByText('Saved.')).toBeVisible()
})

test('LOC-10 the choice can be skipped', async () => {
  const { user, put, onDone } = open([])
  await user.click(await screen.findByRole('button', { name: 'Skip' }))
  expect(onDone).toHaveBeenCalledOnce()
  expect(put).toEqual([])
  expect(skippedModules(), 'and is not asked for again').toEqual([currentScope().module?.id ?? 10])
})

test('LOC-10 a module without categories only has Skip', async () => {
  open([], [])
  expect(await screen.findByText('Nothing to choose from here yet')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('LOC-10 interests that are saved after their page was left lead nowhere', async () => {
  const { user, onDone, rerender } = open([21])
  const [answer, isLeft] = gate()
  server.use(http.put('*/customer/interests', () => isLeft.then(() => HttpResponse.json({ message: 'Saved.' }))))
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  rerender(<Toasts />)
  answer()
  expect(await screen.findByText('Saved.')).toBeVisible()
  expect(onDone).not.toHaveBeenCalled()
})
