import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { toast, toastProblem } from '@/lib/page/toast'
import { useMounted } from '@/lib/page/use-mounted'
import { isUncertain, problems, type Problem } from '@/lib/requests/problems'
import { randomKey } from '@/lib/requests/random-key'
import { common } from '@/lib/text/intl'
import { defineMessages, type Message } from '@/lib/text/messages'
import { sendApplication } from './application-queries'
import { forgetDraft, readDraft, writeDraft, type Kind, type Values } from './draft'
import { problemsIn, type Facts } from './inputs'

const text = defineMessages({
  sent: { id: 'application.sent', defaultMessage: 'Your application has been sent.' },
  look: { id: 'application.look', defaultMessage: 'Look at it' },
  notSent: {
    id: 'application.not_sent',
    defaultMessage: 'Your application has not been sent. Please open the form again: what you entered is still there.',
  },
  unsure: {
    id: 'application.unsure',
    defaultMessage:
      'We do not know whether your application has arrived. Please open the form and send it again: it does not arrive twice.',
  },
})

export type Step = { key: string; title: Message; fields: readonly string[] }

type Options = {
  kind: Kind
  /** The last one is the summary, without fields. */
  steps: readonly Step[]
  initial: Values
  facts: Facts
  onSent: (token: string) => void
}

/**
 * The state of an application that is filled in step by step. What was typed is kept in
 * this browser, without the password and the files.
 */
export function useWizard({ kind, steps, initial, facts, onSent }: Options) {
  const { formatMessage: t } = useIntl()
  const { draft, latest, keep, wasKept, discard } = useKeptDraft({ kind, steps, initial })
  const [files, setFiles] = useState<Partial<Record<string, File>>>({})
  const go = (step: number) => keep({ step })
  const { errors, complaint, refusal, complain, refuse, clear } = useProblems(steps, go)
  const [isSending, setSending] = useState(false)
  const mounted = useMounted()

  const change = (part: Values) => {
    keep({ values: { ...latest().values, ...part }, requestKey: undefined })
    clear(Object.keys(part))
  }
  const choose = (field: string, file: File | undefined) => {
    setFiles((now) => ({ ...now, [field]: file }))
    keep({ requestKey: undefined })
    clear([field])
  }
  const next = () => {
    const fields: readonly string[] = steps[draft.step]?.fields ?? []
    const found = Object.entries(problemsIn(draft.values, files, facts)).filter(([field]) => fields.includes(field))
    if (found.length > 0) complain(Object.fromEntries(found))
    else go(draft.step + 1)
  }
  const send = async () => {
    const found = problemsIn(draft.values, files, facts)
    if (Object.keys(found).length > 0) return complain(found)
    const requestKey = draft.requestKey ?? randomKey()
    keep({ requestKey })
    setSending(true)
    clear([])
    try {
      const token = await sendApplication(kind, { values: draft.values, files, locale: facts.locale, key: requestKey })
      forgetDraft(kind)
      // Whoever has gone on to another page stays there.
      if (mounted.current) onSent(token)
      else toast(t(text.sent), { label: t(text.look), run: () => onSent(token) })
    } catch (error) {
      if (mounted.current) refuse(problems(error, t(common.offline)))
      else toastProblem(t(isUncertain(error) ? text.unsure : text.notSent))
    } finally {
      setSending(false)
    }
  }
  const startAgain = () => {
    discard()
    setFiles({})
    clear(Object.keys(errors))
  }
  return {
    kind,
    steps,
    facts,
    files,
    errors,
    complaint,
    refusal,
    isSending,
    wasKept,
    values: draft.values,
    step: draft.step,
    change,
    choose,
    go,
    next,
    send,
    startAgain,
  }
}

export type Wizard = ReturnType<typeof useWizard>

/** What is wrong with the fields, and what the server has against the application as a whole. */
function useProblems(steps: readonly Step[], go: (step: number) => void) {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [complaint, setComplaint] = useState(0)
  const [refusal, setRefusal] = useState<string[]>([])

  const complain = (found: Record<string, string>) => {
    setErrors(found)
    setComplaint((nth) => nth + 1)
    const first = steps.findIndex(({ fields }) => fields.some((field) => found[field] !== undefined))
    if (first >= 0) go(first)
  }
  const refuse = (said: readonly Problem[]) => {
    const known = said.filter(({ field }) => field && steps.some(({ fields }) => fields.includes(field)))
    setRefusal(said.filter((problem) => !known.includes(problem)).map(({ message }) => message))
    if (known.length > 0) complain(Object.fromEntries(known.map(({ field, message }) => [String(field), message])))
  }
  const clear = (fields: readonly string[]) => {
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !fields.includes(field))))
    setRefusal([])
  }
  return {
    errors,
    /** Increases when the first wrong field is to get the focus. */
    complaint,
    refusal,
    /** Shows problems of fields, at the first step that has one. */
    complain,
    /** Shows what the server says: under the fields that it names, the rest above the buttons. */
    refuse,
    /** Clears the refusal and the problems of these fields. */
    clear,
  }
}

/** What was typed, and the step that is shown, which are kept in this browser. */
function useKeptDraft({ kind, steps, initial }: Pick<Options, 'kind' | 'steps' | 'initial'>) {
  const [draft, setDraft] = useState(() => {
    const kept = readDraft(kind)
    return { ...kept, values: { ...initial, ...kept.values }, step: Math.min(kept.step, steps.length - 1) }
  })
  const [wasKept, setWasKept] = useState(() => Object.keys(readDraft(kind).values).length > 0)

  // The map also reports a pin from a render that is over, so changes start from the latest draft.
  const latest = useRef(draft)
  return {
    draft,
    latest: () => latest.current,
    /** It was here already when the page was opened. */
    wasKept,
    keep: (part: Partial<typeof draft>) => {
      latest.current = { ...latest.current, ...part }
      setDraft(latest.current)
      writeDraft(kind, latest.current)
    },
    discard: () => {
      forgetDraft(kind)
      setWasKept(false)
      latest.current = { values: initial, step: 0 }
      setDraft(latest.current)
    },
  }
}
