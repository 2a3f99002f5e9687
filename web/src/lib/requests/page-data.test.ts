import { expect, test } from 'vitest'
import { listBannersQueryKey } from '@/lib/api/@tanstack/react-query.gen'
import { chooseModule, currentScope } from '@/lib/scope/scope'
import { mirrorScope } from '@/lib/scope/scope-cookie'
import { seedPageData } from './page-data'
import { createQueryClient } from './query-client'

const body = { banners: [] }

/** The data block of a page. */
function pageData(attributes: Record<string, string> = {}) {
  const element = document.createElement('script')
  element.type = 'application/json'
  element.textContent = JSON.stringify([{ operation: 'listBanners', params: {}, body }])
  Object.assign(element.dataset, attributes)
  return element
}

/** The headers of the call whose response was seeded. */
function seeded(element: HTMLElement | null) {
  const queryClient = createQueryClient(() => {})
  seedPageData(queryClient, element)
  const { headers } = currentScope()
  return queryClient.getQueryData(listBannersQueryKey({ headers })) === undefined ? undefined : headers
}

const linked = { module: '11', moduleType: 'grocery' }

test('LOC-13 the data of a page is used, and no module is chosen', () => {
  expect(seeded(pageData())).toEqual({ 'X-localization': 'en' })
})

test('LOC-13 BRW-03 the module of a link is adopted before its data is used', () => {
  expect(seeded(pageData(linked))).toEqual({ 'X-localization': 'en', moduleId: '11' })
  expect(currentScope().module).toMatchObject({ id: 11, module_type: 'grocery' })
})

test('LOC-13 it takes the place of the stored module', () => {
  chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
  mirrorScope()
  expect(seeded(pageData(linked))).toMatchObject({ moduleId: '11' })
})

test('LOC-13 the data of another shopper’s page is not used, and no module is adopted', () => {
  mirrorScope()
  chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
  expect(seeded(pageData(linked))).toBeUndefined()
  expect(currentScope().module?.id).toBe(10)
})

test('LOC-14 a damaged module is left alone', () => {
  expect(seeded(pageData({ module: '-1' }))).toEqual({ 'X-localization': 'en' })
  expect(seeded(null)).toBeUndefined()
})
