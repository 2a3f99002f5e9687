import { IconAlertCircle } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { placeProblem } from './find-place'
import c from './place-problem.module.css'

/** The error message of a place, shown below the field or button. */
export function PlaceProblem({ error }: { error: unknown }) {
  const intl = useIntl()
  return (
    <p className={c.problem} role="alert">
      <IconAlertCircle size={20} aria-hidden />
      {placeProblem(error, intl)}
    </p>
  )
}
