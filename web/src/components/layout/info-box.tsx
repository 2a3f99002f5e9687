import { useId, type ReactNode, type Ref } from 'react'
import { FormattedMessage, type MessageDescriptor } from 'react-intl'
import c from './info-box.module.css'

type Props = {
  title: MessageDescriptor
  why: MessageDescriptor
  /** Of both messages. */
  values?: Record<string, ReactNode>
  children?: ReactNode
  /** To move the focus here. */
  ref?: Ref<HTMLElement>
}

/** A box about a part of something: title, reason, and what can be done. */
export function InfoBox({ title, why, values, children, ref }: Props) {
  const titleId = useId()
  return (
    <section ref={ref} className={c.box} aria-labelledby={titleId} tabIndex={ref ? -1 : undefined}>
      <div>
        <h2 id={titleId} className={c.title}>
          <FormattedMessage {...title} values={values} />
        </h2>
        <p className={c.why}>
          <FormattedMessage {...why} values={values} />
        </p>
      </div>
      {children}
    </section>
  )
}
