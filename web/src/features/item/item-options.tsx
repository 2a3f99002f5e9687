import { FormattedMessage, useIntl } from 'react-intl'
import { Money } from '@/components/price/money'
import { OptionGroup } from '@/components/form/option-group'
import { OptionRow } from '@/components/form/option-row'
import { Stepper } from '@/components/form/stepper'
import type { FoodVariationView } from '@/lib/api/types.gen'
import { defineMessages, type Translate } from '@/lib/text/messages'
import {
  addOnCount,
  boundsOf,
  chooseOption,
  isChosen,
  isFull,
  isOptionSoldOut,
  maxAddOnQuantity,
  setAddOn,
  tickAddOn,
  toggleValue,
  type SelectionProblem,
} from './selection'
import { swatchOf } from './swatch'
import type { ItemChoice } from './use-item-choice'
import c from './item-options.module.css'

const text = defineMessages({
  required: { id: 'item.required', defaultMessage: 'Required' },
  optional: { id: 'item.optional', defaultMessage: 'Optional' },
  upTo: { id: 'item.choose_up_to', defaultMessage: 'Choose up to {max}' },
  exactly: { id: 'item.choose_exactly', defaultMessage: 'Choose {max}' },
  between: { id: 'item.choose_between', defaultMessage: 'Choose {min} to {max}' },
  ifAny: { id: 'item.choose_if_any', defaultMessage: 'Optional · {bounds}' },
  included: { id: 'item.included', defaultMessage: 'Included' },
  soldOut: { id: 'item.variation_out_of_stock', defaultMessage: 'This variation is out of stock' },
  variation: { id: 'item.variation', defaultMessage: 'Variation' },
  addOns: { id: 'item.add_ons', defaultMessage: 'Add-ons' },
  noSelection: {
    id: 'item.problem_required',
    defaultMessage: 'Variation {name} can not remain without selection.',
  },
  outOfBounds: {
    id: 'item.problem_bounds',
    defaultMessage: 'Selected variation named {name} must be in between Minimum {min} and Maximum {max}',
  },
  noSuch: { id: 'item.problem_combination', defaultMessage: 'These are not sold together. Please choose another.' },
})

/** All choices of an item: variations, then add-ons (ITEM-03, ITEM-05, ITEM-06). */
export function ItemOptions({ choice }: { choice: ItemChoice }) {
  const { item } = choice
  return (
    <>
      {item.food_variations.map((group) => (
        <FoodGroup key={group.id} group={group} choice={choice} />
      ))}
      {item.variations.length > 0 && item.choice_options.length === 0 && <Variations choice={choice} />}
      {item.variations.length > 0 &&
        item.choice_options.map(({ name, title, options }, index) => (
          <Options
            key={name}
            name={name}
            title={title || name}
            options={options}
            choice={choice}
            isLast={index === item.choice_options.length - 1}
          />
        ))}
      {item.add_ons.length > 0 && <AddOns choice={choice} />}
    </>
  )
}

function FoodGroup({ group, choice }: { group: FoodVariationView; choice: ItemChoice }) {
  const { formatMessage: t } = useIntl()
  const { selection, select } = choice
  const broken = choice.problems.find((problem) => problem.code !== 'combination' && problem.group.id === group.id)
  return (
    <OptionGroup
      title={group.name}
      hint={useHint(group)}
      required={group.required === 'on'}
      problem={broken && sentence(broken, t)}
    >
      {group.values.map(({ id, label, optionPrice }) => {
        const checked = isChosen(selection, group, id)
        return (
          <OptionRow
            key={id}
            type={group.type === 'single' ? 'radio' : 'checkbox'}
            name={`group-${group.id}`}
            label={<bdi>{label}</bdi>}
            amount={<OptionAmount value={optionPrice} single={group.type === 'single'} />}
            checked={checked}
            disabled={!checked && isFull(selection, group)}
            onChange={() => select(toggleValue(selection, group, id))}
          />
        )
      })}
    </OptionGroup>
  )
}

/** Returns the text about the bounds of a group (ITEM-03). */
function useHint(group: FoodVariationView) {
  const { formatMessage: t } = useIntl()
  const { min, max } = boundsOf(group)
  if (group.type === 'single') return t(group.required === 'on' ? text.required : text.optional)
  if (min <= 0) return t(text.upTo, { max })
  const bounds = t(min === max ? text.exactly : text.between, { min, max })
  return group.required === 'on' ? bounds : t(text.ifAny, { bounds })
}

function sentence(problem: SelectionProblem, t: Translate) {
  switch (problem.code) {
    case 'required':
      return t(text.noSelection, { name: problem.group.name })
    case 'bounds':
      return t(text.outOfBounds, { name: problem.group.name, min: problem.min, max: problem.max })
    case 'combination':
      return t(text.noSuch)
  }
}

/** Shows "+$2.50" or "−$0.50"; "Included" for a free option of a required single choice. */
function OptionAmount({ value, single }: { value: number; single: boolean }) {
  if (value === 0) return single ? <FormattedMessage {...text.included} /> : null
  return (
    <bdi>
      {value > 0 && '+'}
      <Money value={value} />
    </bdi>
  )
}

type OptionsProps = { name: string; title: string; options: string[]; choice: ItemChoice; isLast: boolean }

/** One of the options that together name a variation, as pills; colours with a swatch. */
function Options({ name, title, options, choice, isLast }: OptionsProps) {
  const { formatMessage: t } = useIntl()
  const { item, selection, select, problems, variation } = choice
  const chosen = selection.options[name]
  const isUnknown = isLast && !variation && problems.some(({ code }) => code === 'combination')
  return (
    <OptionGroup title={title} problem={isUnknown ? t(text.noSuch) : undefined}>
      <div className={c.pills}>
        {options.map((option) => {
          const soldOut = isOptionSoldOut(item, selection, name, option)
          const swatch = swatchOf(`${name} ${title}`, option)
          return (
            <label
              key={option}
              className={c.pill}
              data-sold-out={soldOut || undefined}
              data-colour={swatch !== undefined || undefined}
            >
              <input
                type="radio"
                name={`option-${name}`}
                className={c.input}
                checked={chosen === option}
                onChange={() => select(chooseOption(selection, name, option))}
              />
              {swatch !== undefined && <span className={c.swatch} style={{ background: swatch }} />}
              <bdi>{option}</bdi>
              {soldOut && (
                <span className="sr">
                  {', '}
                  <FormattedMessage {...text.soldOut} />
                </span>
              )}
            </label>
          )
        })}
      </div>
    </OptionGroup>
  )
}

/** The variations of an item without options, chosen directly. */
function Variations({ choice }: { choice: ItemChoice }) {
  const { formatMessage: t } = useIntl()
  const { item, selection, select } = choice
  return (
    <OptionGroup title={t(text.variation)} hint={t(text.required)} required>
      {item.variations.map(({ id, type, price, stock }) => (
        <OptionRow
          key={id}
          type="radio"
          name="variation"
          label={<bdi>{type}</bdi>}
          detail={stock === 0 ? t(text.soldOut) : undefined}
          amount={<Money value={price} />}
          checked={selection.variationId === id}
          // One is always chosen, so a second click changes nothing.
          onChange={() => select({ ...selection, variationId: id })}
        />
      ))}
    </OptionGroup>
  )
}

function AddOns({ choice }: { choice: ItemChoice }) {
  const { formatMessage: t } = useIntl()
  const { item, selection, select } = choice
  return (
    <OptionGroup title={t(text.addOns)} hint={t(text.optional)}>
      {item.add_ons.map(({ id, name, price }) => {
        const count = addOnCount(selection, id)
        return (
          <div key={id} className={c.addOn}>
            <OptionRow
              type="checkbox"
              name={`add-on-${id}`}
              label={<bdi>{name}</bdi>}
              amount={
                <bdi>
                  {'+'}
                  <Money value={price} />
                </bdi>
              }
              checked={count > 0}
              onChange={(ticked) => select(tickAddOn(selection, id, ticked))}
            />
            {count > 0 && (
              <Stepper
                label={name}
                value={count}
                min={0}
                max={maxAddOnQuantity}
                onChange={(next) => select(setAddOn(selection, id, next))}
              />
            )}
          </div>
        )
      })}
    </OptionGroup>
  )
}
