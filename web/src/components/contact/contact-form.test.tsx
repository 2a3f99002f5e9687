import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { parseContact, type Contact } from '@/lib/account/contact'
import { testShop } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { ContactForm } from './contact-form'

// jsdom cannot render a map.
vi.mock('@/components/map/town-map', () => ({ default: () => null, fetchWorker: () => Promise.resolve() }))

const asha = parseContact({ contact_person_name: 'Asha Rao', contact_person_number: '+12025550123' })

function open(takeAway: boolean, shop = testShop) {
  const onSave = vi.fn<(contact: Contact) => void>()
  const view = renderApp(
    <ContactForm
      contact={asha}
      typed={asha}
      takeAway={takeAway}
      withEmail
      onTyping={() => {}}
      onSave={onSave}
      onPick={() => {}}
    />,
    { shop },
  )
  return { ...view, onSave }
}

test('ADDR-05 an e-mail has at most 255 characters, and is optional', async () => {
  const { user, onSave } = open(true)
  const email = screen.getByLabelText('Email (optional)')
  expect(email).toHaveAttribute('maxlength', '255')
  await user.type(email, 'asha@')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(email).toHaveAccessibleDescription('Must be a valid email')
  await user.clear(email)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSave).toHaveBeenCalledOnce()
})

test('ADDR-06 the phone’s country can be chosen only if the shop allows it', () => {
  const { unmount } = open(true)
  expect(screen.getByRole('button', { name: /^Country code/ })).toBeDisabled()
  unmount()
  open(true, { ...testShop, country_picker_status: 1 })
  expect(screen.getByRole('button', { name: /^Country code/ })).toBeEnabled()
})

test('ADDR-04 a pin is needed besides the address, and only the type other has a label', async () => {
  const { user, onSave } = open(false)
  expect(screen.queryByLabelText('Label name (optional)')).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Other' }))
  expect(screen.getByLabelText('Label name (optional)')).toBeVisible()
  await user.type(screen.getByLabelText('Address'), 'Somewhere')
  await user.click(screen.getByRole('button', { name: 'Add Address' }))
  expect(screen.getByLabelText('Address')).toHaveAccessibleDescription('Please pick the place on the map')
  expect(onSave).not.toHaveBeenCalled()
})
