import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { RefundLineView } from '@/lib/api/types.gen'
import { toast } from '@/lib/page/toast'
import { defineMessages } from '@/lib/text/messages'
import { BusyButton } from '@/components/form/busy-button'
import { Dialog } from '@/components/overlay/dialog'
import { TextAreaField } from '@/components/form/field'
import { ImageField } from '@/components/upload/image-field'
import { OptionGroup } from '@/components/form/option-group'
import { OptionRow } from '@/components/form/option-row'
import { Reasons, type ReasonList } from '@/components/form/reasons'
import { chosenLines, UnitPicker, type UnitLine, type Units } from './unit-picker'
import { useUploading } from '@/components/upload/use-image-upload'
import c from './refund.module.css'

const text = defineMessages({
  ask: { id: 'refund.ask', defaultMessage: 'Ask for a refund' },
  send: { id: 'refund.send', defaultMessage: 'Send request' },
  why: { id: 'refund.why', defaultMessage: 'What went wrong?' },
  missing: { id: 'refund.missing_reason', defaultMessage: 'Please choose a reason' },
  what: { id: 'refund.what', defaultMessage: 'What is it about?' },
  noLine: { id: 'refund.missing_line', defaultMessage: 'Please choose at least one item' },
  whole: { id: 'refund.whole', defaultMessage: 'The whole order' },
  some: { id: 'refund.some', defaultMessage: 'Some items' },
  note: { id: 'refund.note', defaultMessage: 'Tell us more (optional)' },
  photos: { id: 'refund.photos', defaultMessage: 'Photos (optional)' },
  done: { id: 'refund.done', defaultMessage: 'Your request was sent' },
})

/** What a shopper asks for. Without lines, it is about all that was bought. */
type Request = { reason: string; note: string; images: string[]; lines: RefundLineView[] }

type Props = {
  /** They are needed from onOpen on. */
  reasons: ReasonList
  onOpen: () => void
  /** The lines to choose from; none: only everything can be asked for. */
  lines?: readonly UnitLine[]
  busy: boolean
  /** Rejects if it was not sent. The page has been told. */
  onSend: (request: Request) => Promise<unknown>
}

type Draft = { reason: string; isWhole: boolean; units: Units; note: string; images: string[] }

const emptyDraft: Draft = { reason: '', isWhole: true, units: {}, note: '', images: [] }

/**
 * Asks for the money of a delivered order or a completed trip back, or of some items of an order (ORD-04). What is
 * filled in outlives the dialog, which a tap outside closes.
 */
export function RefundRequest({ onOpen, busy, ...props }: Props) {
  const [opened, setOpened] = useState(false)
  const [draft, setDraft] = useState(emptyDraft)
  const { isUploading, onBusy } = useUploading()
  const open = () => {
    onOpen()
    setOpened(true)
  }
  return (
    <div>
      <Button variant="default" h={44} onClick={open} aria-haspopup="dialog">
        <FormattedMessage {...text.ask} />
      </Button>
      {opened && (
        <RefundDialog
          {...props}
          busy={busy || isUploading}
          draft={draft}
          onDraft={(part) => setDraft((before) => ({ ...before, ...part }))}
          onBusy={onBusy}
          onClose={() => setOpened(false)}
        />
      )}
    </div>
  )
}

type DialogProps = Omit<Props, 'onOpen'> & {
  draft: Draft
  onDraft: (part: Partial<Draft>) => void
  onBusy: (isUploading: boolean) => void
  onClose: () => void
}

function RefundDialog({ reasons, lines = [], busy, onSend, draft, onDraft, onBusy, onClose }: DialogProps) {
  const { formatMessage: t } = useIntl()
  const { reason, isWhole, units, note, images } = draft
  const [isTried, setTried] = useState(false)
  const chosen = isWhole ? [] : chosenLines(units)
  const lacksLine = !isWhole && chosen.length === 0

  const send = () => {
    setTried(true)
    if (reason === '' || lacksLine) return
    onSend({ reason, note: note.trim(), images, lines: chosen })
      .then(() => {
        toast(t(text.done))
        onDraft(emptyDraft)
        onClose()
      })
      .catch(() => {}) // the page has been told
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(text.ask)}
      onSubmit={send}
      footer={
        <BusyButton type="submit" size="md" fullWidth busy={busy}>
          <FormattedMessage {...text.send} />
        </BusyButton>
      }
    >
      <div className={c.form}>
        <Reasons
          list={reasons}
          title={t(text.why)}
          value={reason}
          onChange={(chosen) => onDraft({ reason: chosen })}
          problem={isTried && !reason ? t(text.missing) : undefined}
        />
        {lines.length > 0 && (
          <WhatChoice
            lines={lines}
            draft={draft}
            onDraft={onDraft}
            problem={isTried && lacksLine ? t(text.noLine) : undefined}
          />
        )}
        <TextAreaField
          label={t(text.note)}
          maxLength={1000}
          value={note}
          onChange={(event) => onDraft({ note: event.currentTarget.value })}
        />
        <div>
          <p className={c.label}>
            <FormattedMessage {...text.photos} />
          </p>
          <ImageField
            purpose="refund"
            images={images}
            onChange={(added) => onDraft({ images: added })}
            onBusy={onBusy}
          />
        </div>
      </div>
    </Dialog>
  )
}

type WhatProps = Pick<DialogProps, 'draft' | 'onDraft'> & { lines: readonly UnitLine[]; problem: string | undefined }

/** The whole order, or some units of its lines. */
function WhatChoice({ lines, draft: { isWhole, units }, onDraft, problem }: WhatProps) {
  const { formatMessage: t } = useIntl()
  return (
    <OptionGroup title={t(text.what)} problem={problem}>
      <OptionRow
        type="radio"
        name="what"
        label={t(text.whole)}
        checked={isWhole}
        onChange={() => onDraft({ isWhole: true })}
      />
      <OptionRow
        type="radio"
        name="what"
        label={t(text.some)}
        checked={!isWhole}
        onChange={() => onDraft({ isWhole: false })}
      />
      {!isWhole && <UnitPicker lines={lines} units={units} onChange={(picked) => onDraft({ units: picked })} />}
    </OptionGroup>
  )
}
