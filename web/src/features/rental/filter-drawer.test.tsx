import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { VehicleChoicesView } from '@/lib/api/types.gen'
import { loadMessages } from '@/lib/text/languages'
import { renderApp } from '@/test/render-app'
import FilterDrawer from './filter-drawer'

const choices: VehicleChoicesView = {
  brands: [
    { value: 'Tarn', count: 1 },
    { value: 'Édel', count: 2 },
    { value: 'Fen', count: 1 },
  ],
  types: [
    { value: 'Hatchback', name: 'هاتشباك', count: 1 },
    { value: 'SUV', name: 'دفع رباعي', count: 2 },
    { value: 'Van', name: 'حافلة صغيرة', count: 1 },
  ],
  fuels: [],
  transmissions: [],
  seats: [],
  min_price: 1,
  max_price: 9,
}

test('RNT-02 the choices are in the order of the names that are shown', async () => {
  renderApp(<FilterDrawer opened onClose={() => {}} search={{}} choices={choices} total={4} onChange={() => {}} />, {
    language: 'ar',
    messages: await loadMessages('ar'),
  })
  const shown = (list: HTMLElement) =>
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  const [brands, types] = screen.getAllByRole('list')
  expect(shown(brands!)).toEqual(['Édel (2)', 'Fen (1)', 'Tarn (1)'])
  expect(shown(types!)).toEqual(['حافلة صغيرة (1)', 'دفع رباعي (2)', 'هاتشباك (1)'])
})
