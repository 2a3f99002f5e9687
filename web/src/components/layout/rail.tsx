import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useId, useRef, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import { SectionHead } from './section-head'
import { useScrollRoom } from './use-scroll-buttons'
import c from './rail.module.css'

const text = defineMessages({
  previous: { id: 'rail.previous', defaultMessage: 'Scroll back' },
  next: { id: 'rail.next', defaultMessage: 'Scroll on' },
})

type Props = {
  title: ReactNode
  aside?: ReactNode
  action?: ReactNode
  /** The kind of the children, which sets their width. */
  of: 'chips' | 'stores' | 'items'
  /** List items. */
  children: ReactNode
}

/**
 * A scrolling row: by touch, by keys when it is focused, and by two arrows if there is
 * anything to scroll. The last visible card is cut off, so that people see that there is
 * more.
 */
export function Rail({ title, aside, action, of, children }: Props) {
  const { formatMessage: t } = useIntl()
  const titleId = useId()
  const row = useRef<HTMLUListElement>(null)
  const room = useScrollRoom(row, children)

  const scroll = (pages: number) => {
    const list = row.current
    if (!list) return
    // scrollBy is physical: forward is to the left in right-to-left text.
    const on = getComputedStyle(list).direction === 'rtl' ? -1 : 1
    list.scrollBy({ left: pages * on * list.clientWidth * 0.8, behavior: 'smooth' })
  }

  return (
    <section aria-labelledby={titleId}>
      <SectionHead
        id={titleId}
        title={title}
        aside={aside}
        action={
          <>
            {action}
            <span className={c.arrows} data-idle={!(room.back || room.on) || undefined}>
              <Arrow name={t(text.previous)} rests={!room.back} onClick={() => scroll(-1)}>
                <IconChevronLeft size={20} className="mirrored" />
              </Arrow>
              <Arrow name={t(text.next)} rests={!room.on} onClick={() => scroll(1)}>
                <IconChevronRight size={20} className="mirrored" />
              </Arrow>
            </span>
          </>
        }
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area must be reachable by keys */}
      <ul ref={row} className={c.rail} data-of={of} tabIndex={0} aria-labelledby={titleId}>
        {children}
      </ul>
    </section>
  )
}

type ArrowProps = { name: string; rests: boolean; onClick: () => void; children: ReactNode }

/** An arrow is not `disabled` at the end of the row, because then it would lose the focus. */
function Arrow({ name, rests, onClick, children }: ArrowProps) {
  return (
    <ActionIcon
      variant="default"
      size={40}
      aria-label={name}
      aria-disabled={rests || undefined}
      data-disabled={rests || undefined}
      onClick={rests ? undefined : onClick}
    >
      {children}
    </ActionIcon>
  )
}
