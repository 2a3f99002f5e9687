import { IconAlertCircle } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { placeProblem } from './find-place'
import c from './place-problem.module.css'

/** Why a place cannot be used, beside the thing that was tried. */
export function PlaceProblem({ error }: { error: unknown }) {
  const intl = useIntl()
  return (
    <p className={c.problem} role="alert">
      <IconAlertCircle size={20} aria-hidden />
      {placeProblem(error, intl)}
    </p>
  )
}
