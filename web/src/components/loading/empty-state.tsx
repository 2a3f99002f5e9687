import type { ReactNode } from 'react'
import { Picture } from '@/components/picture'
import c from './empty-state.module.css'

type Props = {
  /** URL of decorative art of 128 px. */
  art?: string
  title: ReactNode
  /** One sentence. */
  text?: ReactNode
  /** A link or button to continue. */
  action?: ReactNode
  /** It is the whole page, so its title is the page's heading. */
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
