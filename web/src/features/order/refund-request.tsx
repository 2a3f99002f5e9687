import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/busy-button'
import { Dialog } from '@/components/dialog'
import { TextAreaField } from '@/components/field'
import { ImageField } from '@/components/image-field'
import { OptionGroup } from '@/components/option-group'
import { OptionRow } from '@/components/option-row'
import { QueryView } from '@/components/query-view'
import { Skeleton } from '@/components/skeleton'
import { chosenLines, UnitPicker, type Units } from '@/components/unit-picker'
import { listRefundReasonsOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { OrderView } from '@/lib/api/types.gen'
import { toast } from '@/lib/page/toast'
import { currentScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { useRequestRefund } from './order-queries'
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

type Props = { order: OrderView; token: string | undefined }

type Draft = { reason: string; isWhole: boolean; units: Units; note: string; images: string[] }

const emptyDraft: Draft = { reason: '', isWhole: true, units: {}, note: '', images: [] }

/**
 * Asks for the money of a delivered order back, or of some of its items (ORD-04). What is filled in outlives the
 * dialog, which a tap outside closes.
 */
export function RefundRequest({ order, token }: Props) {
  const [opened, setOpened] = useState(false)
  const [draft, setDraft] = useState(emptyDraft)
  return (
    <div>
      <Button variant="default" h={44} onClick={() => setOpened(true)} aria-haspopup="dialog">
        <FormattedMessage {...text.ask} />
      </Button>
      {opened && (
        <RefundDialog
          order={order}
          token={token}
          draft={draft}
          onDraft={(part) => setDraft((before) => ({ ...before, ...part }))}
          onClose={() => setOpened(false)}
        />
      )}
    </div>
  )
}

type DialogProps = Props & { draft: Draft; onDraft: (part: Partial<Draft>) => void; onClose: () => void }

function RefundDialog({ order, token, draft, onDraft, onClose }: DialogProps) {
  const { formatMessage: t } = useIntl()
  const request = useRequestRefund(order.id, token)
  const { reason, isWhole, units, note, images } = draft
  const [isTried, setTried] = useState(false)
  const lines = chosenLines(units)
  const isComplete = reason !== '' && (isWhole || lines.length > 0)

  const send = () => {
    setTried(true)
    if (!isComplete) return
    const body = { token, reason, note: note.trim(), images, lines: isWhole ? [] : lines }
    request
      .mutateAsync({ headers: currentScope().guest, path: { id: order.id }, body })
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
      footer={
        <BusyButton size="md" fullWidth busy={request.isPending} onClick={send}>
          <FormattedMessage {...text.send} />
        </BusyButton>
      }
    >
      <div className={c.form}>
        <Reasons
          value={reason}
          onChange={(chosen) => onDraft({ reason: chosen })}
          problem={isTried && !reason ? t(text.missing) : undefined}
        />
        <OptionGroup title={t(text.what)} problem={isTried && !isWhole && !lines.length ? t(text.noLine) : undefined}>
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
          {!isWhole && (
            <UnitPicker lines={order.lines} units={units} onChange={(chosen) => onDraft({ units: chosen })} />
          )}
        </OptionGroup>
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
          <ImageField purpose="refund" images={images} onChange={(added) => onDraft({ images: added })} />
        </div>
      </div>
    </Dialog>
  )
}

type ReasonsProps = { value: string; onChange: (reason: string) => void; problem?: string }

function Reasons({ value, onChange, problem }: ReasonsProps) {
  const { formatMessage: t } = useIntl()
  const list = useQuery({ ...listRefundReasonsOptions(), staleTime: Infinity })
  return (
    <QueryView query={list} skeleton={<Skeleton height={180} radius={14} />}>
      {({ reasons }) => (
        <OptionGroup title={t(text.why)} problem={problem}>
          {reasons.map((one) => (
            <OptionRow
              key={one.id}
              type="radio"
              name="refund-reason"
              label={<bdi>{one.reason}</bdi>}
              checked={value === one.id}
              onChange={(checked) => onChange(checked ? one.id : '')}
            />
          ))}
        </OptionGroup>
      )}
    </QueryView>
  )
}
