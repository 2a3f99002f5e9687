import c from './unread-count.module.css'

const most = 99

/** The number on a button of the header, whose class is `button`; none: nothing. */
export const UnreadCount = ({ count }: { count: number }) =>
  count > 0 && <span className={c.count}>{count > most ? `${most}+` : count}</span>
