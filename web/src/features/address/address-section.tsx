import { ActionIcon, Button } from '@mantine/core'
import { IconBookmark, IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { CheckField, TextField } from '@/components/form/field'
import { lazyOverlay } from '@/components/loading/lazy'
import {
  contactFromAddress,
  doorFields,
  isUnchangedAddress,
  maxDoorFieldLength,
  type Contact,
} from '@/lib/account/contact'
import type { MapDialog } from '@/contracts/map-dialog'
import { defineMessages } from '@/lib/text/messages'
import { toastProblem } from '@/lib/page/toast'
import { common } from '@/lib/text/intl'
import { problems } from '@/lib/requests/problems'
import { useAddresses, useSaveAddress } from './address-queries'
import { addressText } from './address-text'
import { AddressIcon, AddressPerson, AddressLines, useAddressName } from './address-lines'
import { useNewAddress } from './new-address'
import c from './address-section.module.css'

const SavedDialog = lazyOverlay(() => import('./saved-dialog'))
const AddressDialog = lazyOverlay(() => import('./address-dialog'))

const text = defineMessages({
  view: { id: 'address_section.view', defaultMessage: 'View Saved Address' },
  edit: { id: 'address_section.edit', defaultMessage: 'Change address' },
  road: { id: 'address_section.road', defaultMessage: 'Street number' },
  house: { id: 'address_section.house', defaultMessage: 'House number' },
  floor: { id: 'address_section.floor', defaultMessage: 'Floor' },
  save: { id: 'address_section.save', defaultMessage: 'Save this Address' },
})

type Props = {
  /** The delivery address of the order. */
  working: Contact
  /** The store's zone. Only addresses in it are shown. undefined until it is known. */
  zoneId: number | undefined
  onChange: (working: Contact) => void
  mapDialog: MapDialog
}

type Open = { dialog: 'saved' | 'address' | 'none'; contact?: Contact }

/** The delivery address of a customer's order: a saved address, or the current place (ADDR-02). */
export function AddressSection({ working, zoneId, onChange, mapDialog }: Props) {
  const [open, setOpen] = useState<Open>({ dialog: 'none' })
  const newAddress = useNewAddress()
  const { data: addresses } = useAddresses()
  // The current place has no id here, so it is looked up in the list once it is saved.
  const current = working.id ?? addresses?.find((address) => isUnchangedAddress(working, address))?.id
  const close = () => setOpen((before) => ({ ...before, dialog: 'none' }))
  const add = () => setOpen({ dialog: 'address', contact: newAddress() })
  return (
    <div className={c.section}>
      <AddressCard
        working={working}
        onEdit={() => setOpen({ dialog: 'address', contact: { ...working, id: current } })}
      />
      <div className={c.ways}>
        <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen({ ...open, dialog: 'saved' })}>
          <FormattedMessage {...text.view} />
        </Button>
        <Button
          variant="subtle"
          className={c.add}
          leftSection={<IconPlus size={20} aria-hidden />}
          aria-haspopup="dialog"
          onClick={add}
        >
          <FormattedMessage {...addressText.add} />
        </Button>
      </div>
      <DoorFields working={working} onChange={onChange} />
      <SaveAddress working={working} />
      <SavedDialog
        opened={open.dialog === 'saved'}
        onClose={close}
        zoneId={zoneId}
        current={current}
        onSelect={(address) => onChange(contactFromAddress(address))}
        onAdd={add}
      />
      {open.contact && (
        <AddressDialog
          opened={open.dialog === 'address'}
          contact={open.contact}
          onClose={close}
          onSaved={onChange}
          mapDialog={mapDialog}
        />
      )}
    </div>
  )
}

/** Shows the delivery address. Only a saved address has an edit button (ADDR-02). */
function AddressCard({ working, onEdit }: { working: Contact; onEdit: () => void }) {
  const { formatMessage: t } = useIntl()
  const nameOf = useAddressName()
  return (
    <div className={c.card}>
      <AddressIcon type={working.address_type} />
      <div className={c.words}>
        <b className={c.name}>
          <bdi>{nameOf(working)}</bdi>
        </b>
        <span className={c.quiet}>
          <AddressLines {...working} />
          <AddressPerson {...working} />
        </span>
      </div>
      {working.address_type !== 'Selected Address' && (
        <ActionIcon onClick={onEdit} aria-label={t(text.edit)} title={t(text.edit)} aria-haspopup="dialog">
          <IconPencil size={22} />
        </ActionIcon>
      )}
    </div>
  )
}

/** Fields for road, house and floor, which change the order's address at once. */
function DoorFields({ working, onChange }: Pick<Props, 'working' | 'onChange'>) {
  const { formatMessage: t } = useIntl()
  return (
    <div className={c.door}>
      {doorFields.map((part) => (
        <TextField
          key={part}
          label={t(text[part])}
          maxLength={maxDoorFieldLength[part]}
          value={working[part]}
          onChange={(event) => onChange({ ...working, [part]: event.currentTarget.value })}
        />
      ))}
    </div>
  )
}

/** A checkbox that saves the address for later orders. Checked and disabled if it is already saved. */
function SaveAddress({ working }: { working: Contact }) {
  const { formatMessage: t } = useIntl()
  const { data: addresses } = useAddresses()
  const save = useSaveAddress()
  // Checks the box immediately, before the mutation is pending.
  const [isRequested, setRequested] = useState(false)
  const isSaved = addresses?.some((address) => isUnchangedAddress(working, address)) ?? false
  // Saved as a new address, without the id and notes of the address it was based on.
  const { id: _id, ...newAddress } = working
  return (
    <CheckField
      label={t(text.save)}
      checked={isSaved || isRequested}
      disabled={isSaved || isRequested || !addresses}
      onChange={() => {
        setRequested(true)
        save.mutate(
          { ...newAddress, additional_information: '' },
          {
            onSettled: () => setRequested(false),
            onError: (error) => {
              for (const { message } of problems(error, t(common.offline))) toastProblem(message)
            },
          },
        )
      }}
    />
  )
}

type SavedProps = {
  /** The contact that a saved address takes the place of. */
  current: Contact
  onSelect: (contact: Contact) => void
  mapDialog: MapDialog
}

/** A button for choosing one of all saved addresses, or for saving another one. */
export function SavedButton({ current, onSelect, mapDialog }: SavedProps) {
  const [open, setOpen] = useState<Open>({ dialog: 'none' })
  const newAddress = useNewAddress()
  const { data: addresses } = useAddresses()
  const close = () => setOpen((before) => ({ ...before, dialog: 'none' }))
  return (
    <div className={c.ways}>
      <Button
        variant="default"
        leftSection={<IconBookmark size={20} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen({ ...open, dialog: 'saved' })}
      >
        <FormattedMessage {...text.view} />
      </Button>
      <SavedDialog
        opened={open.dialog === 'saved'}
        onClose={close}
        zoneId={undefined}
        current={addresses?.find((address) => isUnchangedAddress(current, address))?.id}
        onSelect={(address) => onSelect(contactFromAddress(address))}
        onAdd={() => setOpen({ dialog: 'address', contact: newAddress() })}
      />
      {open.contact && (
        <AddressDialog
          opened={open.dialog === 'address'}
          contact={open.contact}
          onClose={close}
          onSaved={onSelect}
          mapDialog={mapDialog}
        />
      )}
    </div>
  )
}
