import type { ReactNode } from 'react'
import { Picture } from './picture'
import c from './empty-state.module.css'

type Props = {
  /** Address of 128 px art, decorative. */
  art?: string
  title: ReactNode
  /** One sentence. */
  text?: ReactNode
  /** The one way out. */
  action?: ReactNode
  /** There is nothing else on the page: the title is the page's own. */
  isPage?: boolean
}

export function EmptyState({ art, title, text, action, isPage }: Props) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div className={c.empty}>
      {art && (
        <div className={c.art}>
          <Picture src={art} alt="" width={128} height={128} sizes="128px" fit="contain" />
        </div>
      )}
      <Title className={c.title}>
        <bdi>{title}</bdi>
      </Title>
      {text && (
        <p className={c.text}>
          <bdi>{text}</bdi>
        </p>
      )}
      {action}
    </div>
  )
}
