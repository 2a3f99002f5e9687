import { withUsualPrice, type Reduced } from '@/contracts/usual-price'
import type { CampaignView, ItemFlashSaleView, ItemView } from '@/lib/api/types.gen'
import { isRecord } from '@/lib/scope/guards'

/** When an offer runs. */
type RunView = Pick<CampaignView, 'running' | 'begins_at' | 'ends_at'>

/** A flash sale that an item was in. */
export type EndedSale = Pick<ItemFlashSaleView, 'id' | 'title'>

/**
 * Data of the API as it is at this time: what runs, and what does not. An item whose
 * flash sale is over has its usual price again. Data that has not changed stays the
 * same object. onEnd is called for each item whose sale has ended.
 */
export function offersAt(data: unknown, now: number, onEnd: (sale: EndedSale) => void): unknown {
  if (Array.isArray(data)) return mapKept(data, (entry) => offersAt(entry, now, onEnd))
  if (!isRecord(data)) return data
  let next = data
  for (const [key, value] of Object.entries(data)) {
    if (typeof value !== 'object' || value === null) continue
    const changed = offersAt(value, now, onEnd)
    if (changed !== value) next = { ...next, [key]: changed }
  }
  if (hasEnded(next, now)) {
    onEnd(next.flash_sale)
    next = withUsualPrice(next)
  }
  if (isRun(next) && next.running !== runsAt(next, now)) next = { ...next, running: !next.running }
  // Within its hours an item has hours of its own too: the server knows them.
  if (isStoppedItem(next)) next = { ...next, available_now: false }
  return next
}

/** When the next offer in the data begins or ends, in Unix milliseconds; Infinity: never. */
export function nextChange(data: unknown, now: number): number {
  if (Array.isArray(data)) return Math.min(Infinity, ...data.map((entry) => nextChange(entry, now)))
  if (!isRecord(data)) return Infinity
  const times = [data.begins_at, data.ends_at]
    .map((at) => (typeof at === 'string' ? Date.parse(at) : NaN))
    .filter((at) => at > now)
  return Math.min(Infinity, ...times, ...Object.values(data).map((value) => nextChange(value, now)))
}

/** Whether the data has offers, or items, whose prices an offer may change. */
export function hasOffers(data: unknown): boolean {
  if (Array.isArray(data)) return data.some(hasOffers)
  return isRecord(data) && ('sale_price' in data || isRun(data) || Object.values(data).some(hasOffers))
}

function mapKept<Entry>(list: readonly Entry[], change: (entry: Entry) => Entry): readonly Entry[] {
  const next = list.map(change)
  return next.every((entry, index) => entry === list[index]) ? list : next
}

const hasEnded = (data: object, now: number): data is Reduced =>
  'flash_sale' in data &&
  isRecord(data.flash_sale) &&
  typeof data.flash_sale.ends_at === 'string' &&
  Date.parse(data.flash_sale.ends_at) <= now

const isRun = (data: object): data is RunView =>
  'running' in data && typeof data.running === 'boolean' && 'begins_at' in data && 'ends_at' in data

const runsAt = ({ begins_at, ends_at }: RunView, now: number) =>
  begins_at !== '' && Date.parse(begins_at) <= now && now < Date.parse(ends_at)

const isStoppedItem = (data: object): data is ItemView =>
  'available_now' in data &&
  data.available_now === true &&
  'campaign' in data &&
  isRecord(data.campaign) &&
  data.campaign.running === false
