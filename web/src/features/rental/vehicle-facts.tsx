import {
  IconAirConditioning,
  IconAutomaticGearbox,
  IconCar,
  IconGasStation,
  IconId,
  IconManualGearbox,
  IconUsers,
  IconWind,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { VehicleView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import c from './vehicle-facts.module.css'

const text = defineMessages({
  facts: { id: 'vehicle.facts', defaultMessage: 'What {name} is like' },
  seats: { id: 'vehicle.seats', defaultMessage: '{n, plural, one {# seat} other {# seats}}' },
  ac: { id: 'vehicle.ac', defaultMessage: 'AC' },
  nonAC: { id: 'vehicle.non_ac', defaultMessage: 'Non-AC' },
  automatic: { id: 'vehicle.automatic', defaultMessage: 'Automatic' },
  licence: { id: 'vehicle.licence', defaultMessage: 'Driver’s licence needed' },
  manual: { id: 'vehicle.manual', defaultMessage: 'Manual' },
})

type Facts = Pick<
  VehicleView,
  'name' | 'seating_capacity' | 'type' | 'air_condition' | 'transmission_type' | 'fuel_type'
> &
  Partial<Pick<VehicleView, 'driver_licence'>>

/** Seats, type, air condition, transmission and fuel, each with its icon (RNT-02). Large, also whether it needs a licence. */
export function VehicleFacts({ vehicle, large }: { vehicle: Facts; large?: boolean }) {
  const { formatMessage: t } = useIntl()
  const size = large ? 22 : 18
  const isAutomatic = vehicle.transmission_type === 'automatic'
  return (
    <ul className={c.facts} data-large={large || undefined} aria-label={t(text.facts, { name: vehicle.name })}>
      <Fact icon={<IconUsers size={size} aria-hidden />}>
        <FormattedMessage {...text.seats} values={{ n: vehicle.seating_capacity }} />
      </Fact>
      <Fact icon={<IconCar size={size} aria-hidden />}>
        <bdi>{vehicle.type}</bdi>
      </Fact>
      <Fact
        icon={
          vehicle.air_condition ? <IconAirConditioning size={size} aria-hidden /> : <IconWind size={size} aria-hidden />
        }
      >
        <FormattedMessage {...(vehicle.air_condition ? text.ac : text.nonAC)} />
      </Fact>
      <Fact
        icon={
          isAutomatic ? <IconAutomaticGearbox size={size} aria-hidden /> : <IconManualGearbox size={size} aria-hidden />
        }
      >
        <FormattedMessage {...(isAutomatic ? text.automatic : text.manual)} />
      </Fact>
      <Fact icon={<IconGasStation size={size} aria-hidden />}>
        <bdi>{vehicle.fuel_type}</bdi>
      </Fact>
      {large && vehicle.driver_licence && (
        <Fact icon={<IconId size={size} aria-hidden />}>
          <FormattedMessage {...text.licence} />
        </Fact>
      )}
    </ul>
  )
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className={c.fact}>
      {icon}
      <span>{children}</span>
    </li>
  )
}
