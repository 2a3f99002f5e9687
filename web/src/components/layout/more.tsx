import { useEffect, useEffectEvent } from 'react'
import { FormattedMessage } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { useNearViewport } from '@/lib/page/use-near'
import c from './more.module.css'

const text = defineMessages({
  more: { id: 'more.more', defaultMessage: 'Show more' },
})

/** The used part of an infinite query. */
export type PagedList = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

type Props = { list: PagedList }

/** The end of a list with more pages. The next one is fetched when the end is near, or by its button. */
export function More({ list }: Props) {
  if (!list.hasNextPage) return null
  return (
    <div className={c.more}>
      {/* Mounted again after each page, because the end of the list has moved. */}
      {!list.isFetchingNextPage && <End list={list} />}
      <BusyButton variant="default" busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        <FormattedMessage {...text.more} />
      </BusyButton>
      {list.isFetchNextPageError && !list.isFetchingNextPage && (
        <p role="alert" className={c.problem}>
          <FormattedMessage {...common.offline} />
        </p>
      )}
    </div>
  )
}

function End({ list }: Props) {
  const [ref, isNear] = useNearViewport()
  const next = useEffectEvent(() => list.fetchNextPage())
  const isAutomatic = isNear && !list.isFetchNextPageError
  useEffect(() => {
    if (isAutomatic) next()
  }, [isAutomatic])
  return <span ref={ref} />
}
