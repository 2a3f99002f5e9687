import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ConfirmDialog } from '@/components/overlay/confirm-dialog'
import { EmptyState } from '@/components/loading/empty-state'
import { lazyOverlay } from '@/components/loading/lazy'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import type { AddressView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { contactFromAddress, type Contact } from '@/lib/account/contact'
import type { MapDialog } from '@/contracts/map-dialog'
import { defineMessages } from '@/lib/text/messages'
import { usePageTitle } from '@/lib/page/page-title'
import { AddressActions } from './address-actions'
import { useAddresses, useDeleteAddress } from './address-queries'
import { addressText } from './address-text'
import { AddressIcon, AddressPerson, AddressLines, useAddressName } from './address-lines'
import { useNewAddress } from './new-address'
import c from './address-list.module.css'

const AddressDialog = lazyOverlay(() => import('./address-dialog'))

const text = defineMessages({
  edit: { id: 'address_list.edit', defaultMessage: 'Change {name}' },
  remove: { id: 'address_list.remove', defaultMessage: 'Delete {name}' },
  question: { id: 'address_list.question', defaultMessage: 'Delete this address?' },
  detail: { id: 'address_list.detail', defaultMessage: 'Orders that were made keep it.' },
  yes: { id: 'address_list.yes', defaultMessage: 'Delete' },
})

type Editing = { opened: boolean; contact?: Contact }

/** The saved addresses, which can be added, changed and deleted (ADDR-01). */
export function AddressList({ mapDialog }: { mapDialog: MapDialog }) {
  const { formatMessage: t } = useIntl()
  usePageTitle(t(addressText.saved))
  const book = useAddresses()
  const addresses = book.data
  const [editing, setEditing] = useState<Editing>({ opened: false })
  const newAddress = useNewAddress()
  const edit = (contact: Contact) => setEditing({ opened: true, contact })
  const add = (
    <Button
      leftSection={<IconPlus size={20} aria-hidden />}
      aria-haspopup="dialog"
      disabled={!addresses}
      onClick={() => edit(newAddress())}
    >
      <FormattedMessage {...addressText.add} />
    </Button>
  )
  return (
    <>
      <header className={c.head}>
        <h1>
          <FormattedMessage {...addressText.saved} />
        </h1>
        {addresses?.length !== 0 && add}
      </header>
      <QueryView query={book} skeleton={<ListSkeleton />}>
        {(saved) =>
          saved.length === 0 ? (
            <EmptyState
              art={emptyArt('address')}
              title={<FormattedMessage {...addressText.oops} />}
              text={<FormattedMessage {...addressText.none} />}
              action={add}
            />
          ) : (
            <Cards addresses={saved} onEdit={(address) => edit(contactFromAddress(address))} />
          )
        }
      </QueryView>
      {editing.contact && (
        <AddressDialog
          opened={editing.opened}
          contact={editing.contact}
          onClose={() => setEditing({ ...editing, opened: false })}
          mapDialog={mapDialog}
        />
      )}
    </>
  )
}

type CardsProps = { addresses: readonly AddressView[]; onEdit: (address: AddressView) => void }

function Cards({ addresses, onEdit }: CardsProps) {
  const { formatMessage: t } = useIntl()
  const nameOf = useAddressName()
  const [toDelete, setToDelete] = useState<AddressView>()
  const remove = useDeleteAddress()
  return (
    <>
      <ul className={c.cards}>
        {addresses.map((address) => (
          <li key={address.id} className={c.card}>
            <AddressIcon type={address.address_type} />
            <div className={c.words}>
              <h2 className={c.name}>
                <bdi>{nameOf(address)}</bdi>
              </h2>
              <AddressLines {...address} />
              <AddressPerson {...address} />
            </div>
            <div className={c.buttons}>
              <ActionIcon
                aria-label={t(text.edit, { name: nameOf(address) })}
                aria-haspopup="dialog"
                onClick={() => onEdit(address)}
              >
                <IconPencil size={22} />
              </ActionIcon>
              <ActionIcon
                aria-label={t(text.remove, { name: nameOf(address) })}
                aria-haspopup="dialog"
                onClick={() => setToDelete(address)}
              >
                <IconTrash size={22} />
              </ActionIcon>
            </div>
            <AddressActions address={address} name={nameOf(address)} />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={toDelete !== undefined}
        title={<FormattedMessage {...text.question} />}
        confirm={<FormattedMessage {...text.yes} />}
        danger
        busy={remove.isPending}
        onClose={() => setToDelete(undefined)}
        onConfirm={() => toDelete && remove.mutate(toDelete.id, { onSettled: () => setToDelete(undefined) })}
      >
        {toDelete && <AddressLines {...toDelete} />}
        <p className={c.detail}>
          <FormattedMessage {...text.detail} />
        </p>
      </ConfirmDialog>
    </>
  )
}

function ListSkeleton() {
  return (
    <div className={c.cards} aria-hidden>
      {[1, 2, 3].map((n) => (
        <Skeleton key={n} height={116} radius={18} />
      ))}
    </div>
  )
}
