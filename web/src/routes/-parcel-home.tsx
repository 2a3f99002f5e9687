import { ParcelHome as Home } from '@/features/parcel/parcel-home'

type Props = {
  /** What is searched for; undefined: nothing. */
  words: string | undefined
}

/** The home of parcels, in a file of its own: the first route has no room for it. */
export default function ParcelHome({ words = '' }: Props) {
  return <Home words={words} />
}
