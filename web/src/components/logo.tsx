import c from './logo.module.css'

type Props = {
  /** The shop's name, shown beside the mark. */
  name: string
  /** The shop's mark; empty: the bowl. */
  src?: string
}

/** The mark and the name. Never mirrored. */
export function Logo({ name, src }: Props) {
  return (
    <span className={c.logo} dir="ltr">
      {src ? (
        <img src={src} alt="" width={36} height={36} className={c.mark} />
      ) : (
        <svg viewBox="0 0 36 36" className={c.mark} aria-hidden>
          <rect width="36" height="36" rx="10" fill="var(--hk-logo, var(--hk-brand))" />
          <path
            d="M7 17.5h22a11 11 0 0 1-6.6 10.1v.9a1 1 0 0 1-1 1h-6.8a1 1 0 0 1-1-1v-.9A11 11 0 0 1 7 17.5Z"
            fill="var(--hk-logo-bowl, var(--hk-on-brand))"
          />
          <path
            d="M13.2 13.8c-1.2-1.9 1.3-3 .2-5.3M18.2 13.8c-1.2-1.9 1.3-3 .2-5.3M23.2 13.8c-1.2-1.9 1.3-3 .2-5.3"
            fill="none"
            stroke="var(--hk-mango)"
            strokeWidth="2"
            strokeLinecap="round"
          />
        </svg>
      )}
      <bdi>{name}</bdi>
    </span>
  )
}
