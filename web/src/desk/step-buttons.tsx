import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { common } from '@/lib/text/intl'
import type { Message } from '@/lib/text/messages'
import c from './order-card.module.css'

type Props<Step> = {
  next: Step | undefined
  others: readonly Step[]
  /** The key of the step whose call is running: it alone shows that, and no other starts meanwhile. */
  running: string | undefined
  onPress: (step: Step) => void
}

/** The next step, and below it what else is possible. The one that was pressed keeps the focus. */
export function StepButtons<Step extends { key: string; label: Message }>({
  next,
  others,
  running,
  onPress,
}: Props<Step>) {
  const { formatMessage: t } = useIntl()
  const propsOf = (step: Step) => ({
    fullWidth: true,
    busy: running === step.key,
    'aria-disabled': running !== undefined || undefined,
    onClick: () => running === undefined && onPress(step),
    children: t(step.label),
  })
  return (
    <>
      {next && <BusyButton size="lg" {...propsOf(next)} />}
      {others.map((step) => (
        <BusyButton key={step.key} variant="default" {...propsOf(step)} />
      ))}
    </>
  )
}

/** Says that a step had no answer, or what the message says, and sends it again. */
export function StepUnanswered({ message, onRetry }: { message?: string | undefined; onRetry: () => void }) {
  const { formatMessage: t } = useIntl()
  return (
    <div className={c.problem} role="alert">
      <IconAlertCircle size={18} aria-hidden />
      <p>
        <bdi>{message ?? t(common.offline)}</bdi>
      </p>
      <Button variant="default" size="sm" onClick={onRetry}>
        {t(common.retry)}
      </Button>
    </div>
  )
}
