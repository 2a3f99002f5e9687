import type { UseFormReturnType } from '@mantine/form'
import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { common } from '@/lib/text/intl'
import { problems } from '@/lib/requests/problems'
import { hideProblem, toastProblem } from '@/lib/page/toast'

/**
 * Runs a form's request, one at a time. An error of a field is shown at the field, and
 * any other error as a toast, which is hidden at the next try.
 */
export function useSend<Values extends Record<string, unknown>>(form?: UseFormReturnType<Values>) {
  const { formatMessage: t } = useIntl()
  const [isBusy, setBusy] = useState(false)
  const toasts = useRef<string[]>([])

  const showErrors = (error: unknown) => {
    for (const { field, message } of problems(error, t(common.offline))) {
      if (form && field && field in form.getValues()) {
        form.setFieldError(field, message)
      } else {
        toastProblem(message)
        toasts.current.push(message)
      }
    }
  }
  const send = async (call: () => Promise<unknown>) => {
    if (isBusy) return
    setBusy(true)
    toasts.current.splice(0).forEach(hideProblem)
    try {
      await call()
    } catch (error) {
      showErrors(error)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, send }
}
