import { useId, type ReactNode } from 'react'
import { FormattedMessage, type MessageDescriptor } from 'react-intl'
import c from './order-box.module.css'

type Props = { title: MessageDescriptor; why: MessageDescriptor; children: ReactNode }

/** Something a guest can do about an order: what it is, what it is good for, and the buttons. */
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
