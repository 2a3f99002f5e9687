import type { ReactNode } from 'react'
import c from './page-section.module.css'

/** A part of a page below its own heading. */
export function PageSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className={c.section}>
      <h2>
        <bdi>{title}</bdi>
      </h2>
      {children}
    </section>
  )
}
