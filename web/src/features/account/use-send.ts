import type { UseFormReturnType } from '@mantine/form'
import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { common } from '@/lib/text/intl'
import { problems } from '@/lib/requests/problems'
import { hideProblem, toastProblem } from '@/lib/page/toast'

/**
 * Sends a form, once at a time. A rule that only the server knows lands under
 * the field it is about, the rest is a toast, which goes when it is tried again.
 */
export function useSend<Values extends Record<string, unknown>>(form?: UseFormReturnType<Values>) {
  const { formatMessage: t } = useIntl()
  const [isBusy, setBusy] = useState(false)
  const told = useRef<string[]>([])

  const tell = (error: unknown) => {
    for (const { field, message } of problems(error, t(common.offline))) {
      if (form && field && field in form.getValues()) {
        form.setFieldError(field, message)
      } else {
        toastProblem(message)
        told.current.push(message)
      }
    }
  }
  const send = async (call: () => Promise<unknown>) => {
    if (isBusy) return
    setBusy(true)
    told.current.splice(0).forEach(hideProblem)
    try {
      await call()
    } catch (error) {
      tell(error)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, send }
}
