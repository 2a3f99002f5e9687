import { useId, type ReactNode } from 'react'
import { FormattedMessage, type MessageDescriptor } from 'react-intl'
import c from './order-box.module.css'

type Props = { title: MessageDescriptor; why: MessageDescriptor; children: ReactNode }

/** A box with an action for a guest's order: title, reason and buttons. */
export function OrderBox({ title, why, children }: Props) {
  const titleId = useId()
  return (
    <section className={c.box} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} className={c.title}>
          <FormattedMessage {...title} />
        </h2>
        <p className={c.why}>
          <FormattedMessage {...why} />
        </p>
      </div>
      {children}
    </section>
  )
}
