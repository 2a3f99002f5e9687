import type { MapCreditView } from '@/lib/api/types.gen'
import c from './map-credits.module.css'

/** Names whose data the map shows, as its licence demands. */
export const MapCredits = ({ credits }: { credits: readonly MapCreditView[] }) => (
  <p className={c.credits}>
    {credits.map(({ text, link }) =>
      link ? (
        <a key={text} href={link} target="_blank" rel="noopener" dir="auto">
          {text}
        </a>
      ) : (
        <span key={text} dir="auto">
          {text}
        </span>
      ),
    )}
  </p>
)
