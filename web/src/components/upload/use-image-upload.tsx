import { useState } from 'react'
import { useIntl } from 'react-intl'
import { imageTexts } from '@/lib/account/image-texts'
import { imagesProblem, shrink } from '@/lib/account/shrink-image'
import { problems } from '@/lib/requests/problems'
import { common } from '@/lib/text/intl'
import { useImageInput } from './use-image-input'

type Options<Sent> = {
  multiple?: boolean
  /** How many images may be added; by default any number. */
  room?: number
  /** Sends one image. What it throws is shown, and the person can try again. */
  send: (image: File) => Promise<Sent>
  /** Called after each image, with the results of all that were chosen together and are sent. */
  onSent?: (sent: readonly Sent[]) => void
  /** Called when sending begins and when it ends. */
  onBusy?: (isBusy: boolean) => void
}

/** Takes images, makes them smaller and sends them one after the other. */
export function useImageUpload<Sent>({ multiple, room = Infinity, send, onSent, onBusy }: Options<Sent>) {
  const { formatMessage: t } = useIntl()
  const [isBusy, setBusy] = useState(false)
  const [complaint, setComplaint] = useState<string>()

  const sendAll = async (chosen: readonly File[]) => {
    if (chosen.length === 0) return
    const wrong = imagesProblem(chosen, room)
    setComplaint(wrong && t(imageTexts[wrong]))
    if (wrong) return
    setBusy(true)
    onBusy?.(true)
    const sent: Sent[] = []
    try {
      for (const file of chosen) {
        const image = await shrink(file).catch(() => undefined)
        if (!image) {
          setComplaint(t(imageTexts.damaged))
          break
        }
        sent.push(await send(image))
        onSent?.([...sent])
      }
    } catch (error) {
      setComplaint(problems(error, t(common.offline))[0]?.message)
    } finally {
      setBusy(false)
      onBusy?.(false)
    }
  }
  const { input, openFiles } = useImageInput({ multiple, onChoose: (chosen) => void sendAll(chosen) })
  return { input, openFiles, isBusy, complaint, clearComplaint: () => setComplaint(undefined) }
}

/** Whether a field of a form is uploading. The form's button waits for that, or the image would be left out. */
export function useUploading() {
  const [count, setCount] = useState(0)
  const onBusy = (isBusy: boolean) => setCount((before) => before + (isBusy ? 1 : -1))
  return { isUploading: count > 0, onBusy }
}
