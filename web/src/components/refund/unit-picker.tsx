import { OptionRow } from '@/components/form/option-row'
import { Stepper } from '@/components/form/stepper'
import c from './unit-picker.module.css'

/** How many units of each line, by its id; 0 or absent: none. */
export type Units = Record<number, number>

export type UnitLine = {
  id: number
  name: string
  options: string
  quantity: number
  refunded_quantity?: number | undefined
}

const leftOf = (line: UnitLine) => line.quantity - (line.refunded_quantity ?? 0)

/** The chosen units as the API takes them. */
export const chosenLines = (units: Units) =>
  Object.entries(units).flatMap(([id, quantity]) => (quantity > 0 ? [{ line_id: Number(id), quantity }] : []))

type Props = { lines: readonly UnitLine[]; units: Units; onChange: (units: Units) => void }

/** Picks units of an order's lines that are not refunded yet (ORD-04). */
export function UnitPicker({ lines, units, onChange }: Props) {
  return (
    <ul className={c.lines}>
      {lines
        .filter((line) => leftOf(line) > 0)
        .map((line) => {
          const chosen = units[line.id] ?? 0
          return (
            <li key={line.id} className={c.line}>
              <OptionRow
                type="checkbox"
                name="line"
                label={<bdi>{line.name}</bdi>}
                detail={line.options && <bdi>{line.options}</bdi>}
                checked={chosen > 0}
                onChange={(checked) => onChange({ ...units, [line.id]: checked ? leftOf(line) : 0 })}
              />
              {chosen > 0 && leftOf(line) > 1 && (
                <Stepper
                  label={line.name}
                  value={chosen}
                  max={leftOf(line)}
                  onChange={(value) => onChange({ ...units, [line.id]: value })}
                />
              )}
            </li>
          )
        })}
    </ul>
  )
}
