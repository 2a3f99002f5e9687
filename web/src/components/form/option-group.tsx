import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Badge } from '@/components/badge'
import c from './option-group.module.css'

type Props = {
  title: string
  /** "Required" or "Choose up to 3". */
  hint?: string
  required?: boolean
  /** The error, if a required choice is missing. */
  problem?: string
  /** Option rows. */
  children: ReactNode
}

/** A titled set of option rows. It scrolls into view when it has an error. */
export function OptionGroup({ title, hint, required, problem, children }: Props) {
  const group = useRef<HTMLFieldSetElement>(null)
  const problemId = useId()
  useEffect(() => {
    if (problem) group.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  return (
    <fieldset ref={group} className={c.group} aria-describedby={problem && problemId} aria-invalid={!!problem}>
      <legend className={c.head}>
        <span className={c.title}>
          <bdi>{title}</bdi>
        </span>
        {hint && <Badge tone={required ? 'inverse' : 'quiet'}>{hint}</Badge>}
      </legend>
      {problem && (
        <p id={problemId} className={c.problem} role="alert">
          <IconAlertCircle size={18} aria-hidden />
          {problem}
        </p>
      )}
      {children}
    </fieldset>
  )
}
