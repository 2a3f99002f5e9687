import { useIntl } from 'react-intl'
import { TextAreaField } from '@/components/form/field'
import { OptionRow } from '@/components/form/option-row'
import { defineMessages } from '@/lib/text/messages'
import { TipField } from './tip-field'
import type { ParcelState } from './use-parcel-checkout'
import c from './parcel.module.css'

const text = defineMessages({
  choose: { id: 'parcel_form.instructions', defaultMessage: 'For the rider' },
  own: { id: 'parcel_form.note', defaultMessage: 'What else the rider should know' },
})

/** What the rider should know: sentences to choose from and own words. And a tip. */
export function ParcelNotes({ state }: { state: ParcelState }) {
  const { formatMessage: t } = useIntl()
  const { draft, change, instructions, noteComplaints: complaints } = state
  return (
    <>
      {instructions.length > 0 && (
        <div className={c.cards} role="group" aria-label={t(text.choose)}>
          {instructions.map(({ id, text: sentence }) => (
            <OptionRow
              key={id}
              type="checkbox"
              name="instruction"
              label={<bdi>{sentence}</bdi>}
              checked={draft.instructions.includes(id)}
              onChange={(isChosen) => {
                const others = draft.instructions.filter((other) => other !== id)
                change({ instructions: isChosen ? [...others, id] : others })
              }}
            />
          ))}
        </div>
      )}
      <TextAreaField
        label={t(text.own)}
        maxLength={300}
        rows={2}
        value={draft.note}
        error={complaints.delivery_instruction}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
      {state.takesTips && <TipField tip={draft.tip} onTip={(tip) => change({ tip })} error={complaints.tip} />}
    </>
  )
}
