import { lazyPart } from '@/components/loading/lazy'
import { StoreList } from '@/features/store/store-list'
import { useIsRental } from '@/lib/scope/shop'
import c from './-page.module.css'

// In the file of the home of rental, which is mostly there already.
const ProviderList = lazyPart(() => import('./-rental-home').then(({ ProviderList }) => ({ default: ProviderList })))

/** All stores of the place; in a rental module its providers. */
export function Sellers({ of }: { of: 'popular' | 'latest' }) {
  const isRental = useIsRental()
  return <div className={c.page}>{isRental ? <ProviderList of={of} /> : <StoreList of={of} />}</div>
}
