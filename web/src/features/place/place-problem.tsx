import { IconAlertCircle } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { useIsRental } from '@/lib/scope/shop'
import { placeProblem } from './find-place'
import c from './place-problem.module.css'

/** The error message of a place, shown below the field or button. */
export function PlaceProblem({ error }: { error: unknown }) {
  const intl = useIntl()
  const isRental = useIsRental()
  return (
    <p className={c.problem} role="alert">
      <IconAlertCircle size={20} aria-hidden />
      {placeProblem(error, isRental, intl)}
    </p>
  )
}
