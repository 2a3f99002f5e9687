import { OptionGroup } from './option-group'
import { OptionRow } from './option-row'
import { QueryView, type Query } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'

export type ReasonList = Query<{ reasons: readonly { id: string; reason: string }[] }>

type Props = {
  list: ReasonList
  title: string
  /** The id of the chosen one. Its text is in the language of the page, and only for people. */
  value: string
  onChange: (id: string) => void
  problem?: string
}

/** px, of a title and five or six reasons: what is below them hardly moves when they arrive, as somebody may be tapping it. */
const usualHeight = 362

/** The reasons of the shop, of which one is chosen. */
export function Reasons({ list, title, value, onChange, problem }: Props) {
  return (
    <QueryView query={list} skeleton={<Skeleton height={usualHeight} radius={14} />}>
      {({ reasons }) => (
        <OptionGroup title={title} problem={problem}>
          {reasons.map((one) => (
            <OptionRow
              key={one.id}
              type="radio"
              name="reason"
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
