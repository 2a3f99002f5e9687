import { rootRouteId } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { createApp } from '@/app'
import { RouteError } from '@/components/loading/route-error'

const { router } = createApp({ language: 'en', messages: {} })
const pages = Object.values(router.routesById).filter(({ id }) => id !== rootRouteId)

/** They are a text from the server, and have no file that could be lost. */
const withoutFile = /^\/(about-us|terms-and-conditions|\w+-policy)$/

// Tests in the browser lose the file of a page of each kind (failed-loads.spec.ts). This is why they stand for all.
test.each(pages.map(({ id, options }) => [String(id), options] as const))(
  'API-07 the file of %s is fetched later, and the usual error shows if that fails',
  (id, { component, errorComponent }) => {
    expect(component && 'preload' in component).toBe(!withoutFile.test(id))
    expect(errorComponent).toBeUndefined()
  },
)

test('API-07 every page is a child of the frame, and all have the same error', () => {
  expect(pages.length).toBeGreaterThan(40)
  expect(Object.keys(router.routeTree.children ?? {})).toHaveLength(pages.length)
  expect(router.options.defaultErrorComponent).toBe(RouteError)
})
