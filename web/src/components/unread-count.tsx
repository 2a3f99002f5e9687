import c from './unread-count.module.css'

const maxShown = 99

/** How many entries are unread, on a button of the header. The button has the class `button` of the same style sheet. */
export const UnreadCount = ({ count }: { count: number }) =>
  count > 0 && <span className={c.count}>{count > maxShown ? `${maxShown}+` : count}</span>
