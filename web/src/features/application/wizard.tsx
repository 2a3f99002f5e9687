import { Button } from '@mantine/core'
import { IconAlertCircle, IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { ConfirmDialog } from '@/components/overlay/confirm-dialog'
import { StepBar } from '@/components/layout/step-bar'
import { invalidField } from '@/lib/page/focus-invalid'
import { defineMessages, type Message } from '@/lib/text/messages'
import type { Wizard as State } from './use-wizard'
import c from './application.module.css'

const text = defineMessages({
  steps: { id: 'application.steps', defaultMessage: 'Steps of the application' },
  count: { id: 'application.count', defaultMessage: 'Step {number} of {all}' },
  back: { id: 'application.back', defaultMessage: 'Back' },
  next: { id: 'application.next', defaultMessage: 'Next' },
  send: { id: 'application.send', defaultMessage: 'Send the application' },
  again: { id: 'application.again', defaultMessage: 'Start again' },
  sure: { id: 'application.sure', defaultMessage: 'Start again?' },
  lost: { id: 'application.lost', defaultMessage: 'Everything that you entered here is deleted.' },
  kept: {
    id: 'application.kept',
    defaultMessage:
      'What you entered last time is still here. Please choose your pictures and the password again: a browser does not keep them.',
  },
  draft: { id: 'application.draft', defaultMessage: 'What you enter is kept in this browser until you send it.' },
})

type Props = {
  title: Message
  intro: Message
  form: State
  /** The fields of a step. */
  children: ReactNode
}

/** An application step by step. */
export function Wizard({ title, intro, form, children }: Props) {
  const { formatMessage: t } = useIntl()
  const { steps, step, isSending } = form
  const heading = useFocusOnNewStep(step)
  const fields = useFocusOnFirstWrong(form.complaint)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    if (isLastStep(form)) void form.send()
    else form.next()
  }
  return (
    <div className={c.wizard}>
      <header className={c.intro}>
        <h1>
          <FormattedMessage {...title} />
        </h1>
        <p>
          <FormattedMessage {...intro} />
        </p>
      </header>
      <StepBar
        label={t(text.steps)}
        steps={steps.map((each) => ({ key: each.key, label: t(each.title) }))}
        current={step}
      />
      <form ref={fields} className={c.form} onSubmit={submit} noValidate aria-busy={isSending || undefined}>
        <div>
          <p className={c.hint}>
            <FormattedMessage {...text.count} values={{ number: step + 1, all: steps.length }} />
          </p>
          <h2 ref={heading} tabIndex={-1} className={c.heading}>
            <FormattedMessage {...(steps[step]?.title ?? title)} />
          </h2>
        </div>
        {form.wasKept && (
          <p className={c.note} role="status">
            <FormattedMessage {...text.kept} />
          </p>
        )}
        {children}
        {form.refusal.map((message) => (
          <p key={message} className={c.problem} role="alert">
            <IconAlertCircle size={18} aria-hidden />
            <bdi>{message}</bdi>
          </p>
        ))}
        <StepButtons form={form} />
        <DraftNote form={form} onStartAgain={() => heading.current?.focus()} />
      </form>
    </div>
  )
}

const isLastStep = ({ step, steps }: State) => step === steps.length - 1

/** Goes to the step before or after, or sends the application. */
function StepButtons({ form }: { form: State }) {
  const { step, isSending } = form
  const isLast = isLastStep(form)
  return (
    <div className={c.buttons}>
      {step > 0 && (
        <Button
          variant="default"
          h={48}
          disabled={isSending}
          leftSection={<IconArrowLeft size={20} aria-hidden className={c.arrow} />}
          onClick={() => form.go(step - 1)}
        >
          <FormattedMessage {...text.back} />
        </Button>
      )}
      <BusyButton
        type="submit"
        h={48}
        busy={isSending}
        rightSection={!isLast && <IconArrowRight size={20} aria-hidden className={c.arrow} />}
      >
        <FormattedMessage {...(isLast ? text.send : text.next)} />
      </BusyButton>
    </div>
  )
}

/** Says that the draft is kept; one that was kept last time can be deleted, to start again. */
function DraftNote({ form, onStartAgain }: { form: State; onStartAgain: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const startAgain = () => {
    setAsking(false)
    form.startAgain()
    onStartAgain()
  }
  return (
    <>
      <p className={c.hint}>
        <FormattedMessage {...text.draft} />{' '}
        {form.wasKept && (
          <button
            type="button"
            className={c.link}
            aria-haspopup="dialog"
            disabled={form.isSending}
            onClick={() => setAsking(true)}
          >
            <FormattedMessage {...text.again} />
          </button>
        )}
      </p>
      <ConfirmDialog
        opened={isAsking}
        title={<FormattedMessage {...text.sure} />}
        confirm={<FormattedMessage {...text.again} />}
        danger
        onConfirm={startAgain}
        onClose={() => setAsking(false)}
      >
        <p>
          <FormattedMessage {...text.lost} />
        </p>
      </ConfirmDialog>
    </>
  )
}

/** Returns the ref of the heading, which gets the focus when another step is shown. */
function useFocusOnNewStep(step: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus()
    heading.current?.scrollIntoView?.({ block: 'nearest' })
  }, [step])
  return heading
}

/** Returns the ref of the form, whose first wrong field gets the focus when the number of complaints grows. */
function useFocusOnFirstWrong(complaint: number) {
  const fields = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (complaint === 0) return
    fields.current?.querySelector<HTMLElement>(`${invalidField}, [data-invalid]`)?.focus()
  }, [complaint])
  return fields
}
