import { ItemTile } from '@/components/catalog/item-tile'
import { UnitsBar } from '@/components/offer/units-bar'
import type { ItemView } from '@/lib/api/types.gen'
import c from './offer.module.css'

/** An item of a flash sale with how many are left of it. */
export function FlashTile({ item, priority }: { item: ItemView; priority?: boolean }) {
  const sale = item.flash_sale
  return (
    <div className={c.tile}>
      <ItemTile item={item} priority={priority} />
      {sale && <UnitsBar units={sale.units} left={sale.units_left} />}
    </div>
  )
}
