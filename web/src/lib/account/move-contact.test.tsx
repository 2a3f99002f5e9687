import { renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { expect, test, vi } from 'vitest'
import { parseContact } from './contact'
import { useMoveContact } from './move-contact'
import { toast } from '@/lib/page/toast'

vi.mock('@/lib/page/toast', () => ({ toast: vi.fn() }))

const wrapper = ({ children }: { children: ReactNode }) => <IntlProvider locale="en">{children}</IntlProvider>
const typed = {
  ...parseContact({}),
  address: 'Rope Lane',
  point: { lat: 1, lng: 2 },
  house: '12',
  floor: '2',
  road: '',
  additional_information: 'The blue door',
}

test('ADDR-04 TRAP_C4 another place clears street, house, floor and the note, and shows a message; the same place keeps them', () => {
  const { result } = renderHook(() => useMoveContact(), { wrapper })
  const same = { location: 'Rope Lane', point: { lat: 1, lng: 2 }, zoneIds: [1] }
  expect(result.current(typed, same)).toEqual(typed)
  expect(toast).not.toHaveBeenCalled()
  const other = { ...same, location: 'Mill Ring', point: { lat: 1, lng: 3 } }
  expect(result.current(typed, other)).toMatchObject({
    address: 'Mill Ring',
    house: '',
    floor: '',
    road: '',
    additional_information: '',
  })
  expect(toast).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^Street, house, floor and additional information were for the previous place/),
  )
  expect(screen.queryByRole('alert')).toBeNull()
})
