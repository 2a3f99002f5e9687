import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Dialog } from '@/components/overlay/dialog'
import { EmptyState } from '@/components/loading/empty-state'
import { OptionRow } from '@/components/form/option-row'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import type { AddressView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { useAddresses } from './address-queries'
import { addressText } from './address-text'
import { AddressLines, useAddressName } from './address-lines'
import c from './saved-dialog.module.css'

const text = defineMessages({
  select: { id: 'saved_addresses.select', defaultMessage: 'Select' },
  elsewhere: {
    id: 'saved_addresses.elsewhere',
    defaultMessage: 'This store delivers to none of your saved addresses.',
  },
})

type Props = {
  opened: boolean
  onClose: () => void
  /** The store's zone. Only addresses in it are shown (ADDR-01). */
  zoneId: number | undefined
  /** The id of the current address, which is shown first. */
  current: number | undefined
  onSelect: (address: AddressView) => void
  onAdd: () => void
}

/** The dialog for choosing a saved address (ADDR-03). A tap marks an address, and Select applies it. */
export default function SavedDialog({ opened, onClose, zoneId, current, onSelect, onAdd }: Props) {
  const { formatMessage: t } = useIntl()
  const book = useAddresses(zoneId)
  const { data: all } = useAddresses()
  const addresses = book.data
  const [marked, setMarked] = useState<number>()
  const chosen = addresses?.find(({ id }) => id === (marked ?? current))
  const add = (
    <Button variant="default" leftSection={<IconPlus size={20} aria-hidden />} aria-haspopup="dialog" onClick={onAdd}>
      <FormattedMessage {...addressText.add} />
    </Button>
  )
  const close = () => {
    setMarked(undefined)
    onClose()
  }
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={<FormattedMessage {...addressText.saved} />}
      width={520}
      small
      footer={
        addresses?.length !== 0 && (
          <div className={c.footer}>
            <Button variant="default" onClick={close}>
              <FormattedMessage {...common.cancel} />
            </Button>
            <Button
              disabled={!chosen}
              onClick={() => {
                if (chosen) onSelect(chosen)
                close()
              }}
            >
              <FormattedMessage {...text.select} />
            </Button>
          </div>
        )
      }
    >
      <QueryView query={book} skeleton={<SavedSkeleton />}>
        {(saved) =>
          saved.length === 0 ? (
            <EmptyState
              art={emptyArt('address')}
              title={<FormattedMessage {...addressText.oops} />}
              text={<FormattedMessage {...(all?.length ? text.elsewhere : addressText.none)} />}
              action={add}
            />
          ) : (
            <div className={c.body}>
              <div className={c.list} role="radiogroup" aria-label={t(addressText.saved)}>
                <Rows addresses={currentFirst(saved, current)} chosen={chosen?.id} onMark={setMarked} />
              </div>
              {add}
            </div>
          )
        }
      </QueryView>
    </Dialog>
  )
}

type RowsProps = { addresses: readonly AddressView[]; chosen: number | undefined; onMark: (id: number) => void }

function Rows({ addresses, chosen, onMark }: RowsProps) {
  const nameOf = useAddressName()
  return addresses.map((address) => (
    <OptionRow
      key={address.id}
      type="radio"
      name="saved_address"
      label={
        <b className={c.name}>
          <bdi>{nameOf(address)}</bdi>
        </b>
      }
      detail={<AddressLines {...address} />}
      checked={address.id === chosen}
      onChange={() => onMark(address.id)}
    />
  ))
}

/** Returns the addresses with the current one first. */
const currentFirst = (addresses: readonly AddressView[], current: number | undefined) => [
  ...addresses.filter(({ id }) => id === current),
  ...addresses.filter(({ id }) => id !== current),
]

function SavedSkeleton() {
  return (
    <div className={c.list} aria-hidden>
      <Skeleton height={72} radius={14} />
      <Skeleton height={72} radius={14} />
    </div>
  )
}
