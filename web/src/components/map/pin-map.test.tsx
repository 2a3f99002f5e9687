import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { parseContact, type Contact } from '@/lib/account/contact'
import { chooseModule } from '@/lib/scope/scope'
import { rentalModule } from '@/test/rental-fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { ContactForm } from '@/components/contact/contact-form'
import type { MapProps } from './map-view'

// jsdom cannot render a map. This stand-in is moved by a click, and reports its middle at the start, like the real one.
vi.mock('./town-map', () => ({
  default: ({ label, center, onPick }: MapProps) => (
    <div role="group" aria-label={label}>
      <button onClick={() => onPick?.({ lat: center.lat + 1e-9, lng: center.lng })}>Rest</button>
      <button onClick={() => onPick?.({ lat: -11.4105004, lng: 65.2 })}>Move</button>
      <span>{center.lat}</span>
    </div>
  ),
  fetchWorker: () => Promise.resolve(),
}))

const home = parseContact({
  contact_person_name: 'Asha Rao',
  contact_person_number: '+12025550123',
  address: '12 Saffron Circus',
  house: '4',
  point: { lat: -11.41, lng: 65.2 },
})

function open(zone_ids: number[]) {
  server.use(http.get('*/zones/lookup', () => HttpResponse.json({ zone_id: zone_ids[0] ?? 0, zone_ids, zones: [] })))
  const onSave = vi.fn<(contact: Contact) => void>()
  const view = renderApp(
    <ContactForm
      contact={home}
      typed={home}
      isUpdate
      onTyping={() => {}}
      onSave={(contact) => onSave(contact)}
      onPick={() => {}}
    />,
  )
  return { ...view, onSave }
}

test('ADDR-04 the pin moves in the form’s map; the address stays, and the map does not jump back', async () => {
  const { user, onSave } = open([1])
  await user.click(await screen.findByRole('button', { name: 'Rest' }))
  await user.click(screen.getByRole('button', { name: 'Update Address' }))
  expect(onSave).toHaveBeenLastCalledWith(home)
  await user.click(screen.getByRole('button', { name: 'Move' }))
  await user.click(screen.getByRole('button', { name: 'Update Address' }))
  expect(onSave).toHaveBeenLastCalledWith({ ...home, point: { lat: -11.4105, lng: 65.2 } })
  expect(screen.getByText('-11.41')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  await user.click(screen.getByRole('button', { name: 'Update Address' }))
  expect(onSave).toHaveBeenLastCalledWith(home)
})

test('ADDR-04 TRAP_Z2 a pin outside all zones shows an error at once', async () => {
  const { user } = open([])
  await user.click(await screen.findByRole('button', { name: 'Move' }))
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('We do not deliver here yet.'))
})

test('HDR-09 in rental it says that pickup is not possible there', async () => {
  chooseModule(rentalModule)
  const { user } = open([])
  await user.click(await screen.findByRole('button', { name: 'Move' }))
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Pickup is not possible here yet.'))
})
