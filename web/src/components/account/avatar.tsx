import { IconUser } from '@tabler/icons-react'
import c from './avatar.module.css'

type Props = {
  /** Empty: no picture. */
  src: string
  /** The person's name. Without a picture its initials are shown. */
  name: string
  /** px. */
  size?: number
}

/** The picture of a person. The name is shown beside it. */
export function Avatar({ src, name, size = 40 }: Props) {
  const letters = initials(name)
  return (
    <span className={c.avatar} style={{ inlineSize: size, blockSize: size, fontSize: size * 0.4 }} aria-hidden>
      {src ? <img src={src} alt="" width={size} height={size} /> : letters || <IconUser size={size * 0.55} />}
    </span>
  )
}

/** Returns the first letters of the first and the last word. */
function initials(name: string) {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends
    .map((word = '') => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
