import { Button } from '@mantine/core'
import { IconMapPinCheck, IconStar, IconStarFilled } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Badge } from '@/components/badge'
import type { AddressView } from '@/lib/api/types.gen'
import { placeAt } from '@/lib/account/contact'
import { defineMessages } from '@/lib/text/messages'
import { reloadWithToast } from '@/lib/page/toast-after-reload'
import { choosePlace } from '@/lib/scope/scope'
import { useIsRental } from '@/lib/scope/shop'
import { useSetDefault } from './address-queries'
import { useOutsideText } from './address-text'
import { noteUse, useIsInUse } from './address-in-use'
import c from './address-actions.module.css'

const text = defineMessages({
  deliver: { id: 'address_ways.deliver', defaultMessage: 'Deliver here' },
  deliverTo: { id: 'address_ways.deliver_to', defaultMessage: 'Deliver here: {name}' },
  pickUp: { id: 'address_ways.pick_up', defaultMessage: 'Pick up here' },
  pickUpAt: { id: 'address_ways.pick_up_at', defaultMessage: 'Pick up here: {name}' },
  here: { id: 'address_ways.here', defaultMessage: 'You shop for this address' },
  hereRental: { id: 'address_ways.here_rental', defaultMessage: 'You pick up here' },
  byDefault: { id: 'address_ways.default', defaultMessage: 'Default' },
  defaultOf: { id: 'address_ways.default_of', defaultMessage: 'Default: {name}' },
})

type Props = { address: AddressView; name: string }

/** The buttons of a saved address: deliver there, and make it the default for new devices. */
export function AddressActions({ address, name }: Props) {
  return (
    <div className={c.ways}>
      <DeliverHere address={address} name={name} />
      <DefaultButton address={address} name={name} />
    </div>
  )
}

function DeliverHere({ address, name }: Props) {
  const { formatMessage: t } = useIntl()
  const isRental = useIsRental()
  const outside = useOutsideText()
  const isHere = useIsInUse()
  if (address.zone_ids.length === 0) {
    return (
      <span>
        <FormattedMessage {...outside} />
      </span>
    )
  }
  if (isHere(address)) {
    return (
      <Badge tone="soft" icon={<IconMapPinCheck size={16} aria-hidden />}>
        <FormattedMessage {...(isRental ? text.hereRental : text.here)} />
      </Badge>
    )
  }
  const deliver = () => {
    noteUse(address.id)
    choosePlace(placeAt(address))
    reloadWithToast(isRental ? 'pickup' : 'place')
  }
  return (
    <Button
      variant="default"
      h={44}
      aria-label={t(isRental ? text.pickUpAt : text.deliverTo, { name })}
      onClick={deliver}
    >
      <FormattedMessage {...(isRental ? text.pickUp : text.deliver)} />
    </Button>
  )
}

function DefaultButton({ address: { id, is_default: isDefault }, name }: Props) {
  const { formatMessage: t } = useIntl()
  const set = useSetDefault()
  const Icon = isDefault ? IconStarFilled : IconStar
  return (
    <Button
      variant="subtle"
      h={44}
      className={c.star}
      leftSection={<Icon size={20} aria-hidden />}
      aria-label={t(text.defaultOf, { name })}
      aria-pressed={isDefault}
      aria-busy={set.isPending || undefined}
      onClick={() => {
        if (!set.isPending) set.mutate({ id, isDefault: !isDefault })
      }}
    >
      <FormattedMessage {...text.byDefault} />
    </Button>
  )
}
