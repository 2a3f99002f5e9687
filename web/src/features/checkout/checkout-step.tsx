import { useId, type ReactNode } from 'react'
import c from './checkout.module.css'

/** A section of the checkout with a title. */
export function Step({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={c.step} aria-labelledby={id}>
      <h2 id={id}>
        <bdi>{title}</bdi>
      </h2>
      {children}
    </section>
  )
}
