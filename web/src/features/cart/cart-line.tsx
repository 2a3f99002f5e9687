import { memo } from 'react'
import { IconAlertCircle, IconPrescription, IconTrendingUp } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { LineNote } from '@/components/purchase/line-note'
import { LineStepper } from '@/components/catalog/line-stepper'
import { Money } from '@/components/price/money'
import { Picture } from '@/components/picture'
import { Price } from '@/components/price/price'
import { Saved } from '@/components/price/saved'
import type { CartLineView, ProblemView } from '@/lib/api/types.gen'
import { useItemHref } from '@/lib/page/links'
import { useLineProblem } from '@/contracts/line-problem'
import { defineMessages } from '@/lib/text/messages'
import c from './cart-line.module.css'

const text = defineMessages({
  // The specification prescribes this text (ITEM-11).
  prescription: { id: 'cart.prescription', defaultMessage: 'prescription is required' },
  priceRose: { id: 'cart.price_rose', defaultMessage: 'The price rose from {before} to {now} since you added it.' },
})

type Props = {
  line: CartLineView
  /** Called when the link to the item is followed. */
  onFollow: () => void
}

/** A line of the cart. Renders again only when the line changes. */
export const CartLine = memo(function CartLine({ line, onFollow }: Props) {
  const hrefOf = useItemHref()
  const problemText = useLineProblem()
  const { item } = line
  const isRise = ({ code }: ProblemView) => code === 'price_changed'
  // A rise from a known price has its own note below.
  // During an upgrade an older instance may respond, which sends no price_alone.
  const price = line.price_alone ?? line.price
  const isNoted = line.problems.some(isRise) && price > line.price_when_added
  const problems = line.problems.filter((problem) => !isNoted || !isRise(problem))

  return (
    <li className={c.line}>
      <div className={c.art}>
        <Picture src={item.image_full_url} alt="" width={72} height={72} sizes="72px" />
      </div>
      <div className={c.words}>
        <AppLink href={hrefOf(item, line.id)} className={c.name} onClick={onFollow}>
          <bdi>{item.name}</bdi>
        </AppLink>
        {line.summary && (
          <p className={c.summary}>
            <bdi>{line.summary}</bdi>
          </p>
        )}
        <LineNote note={line.note} />
        {item.is_prescription_required === 1 && (
          <p className={c.note}>
            <IconPrescription size={16} aria-hidden />
            <FormattedMessage {...text.prescription} />
          </p>
        )}
        <div className={c.row}>
          <Price now={line.subtotal} />
          <LineStepper line={line} />
        </div>
        <Saved from={line.subtotal} to={line.total} />
        {isNoted && (
          <p className={c.note}>
            <IconTrendingUp size={16} aria-hidden className="mirrored" />
            <span>
              <FormattedMessage
                {...text.priceRose}
                values={{
                  before: <Money key="before" value={line.price_when_added} />,
                  now: <Money key="now" value={price} />,
                }}
              />
            </span>
          </p>
        )}
        {problems.map((problem) => (
          <p key={problem.code + problem.message} className={c.problem}>
            <IconAlertCircle size={16} aria-hidden />
            {problemText(line, problem)}
          </p>
        ))}
      </div>
    </li>
  )
})
