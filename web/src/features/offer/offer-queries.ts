import {
  getCampaignOptions,
  getFlashSaleOptions,
  listCampaignsOptions,
  listFlashSalesOptions,
} from '@/lib/api/@tanstack/react-query.gen'
import type { CampaignView, ItemView } from '@/lib/api/types.gen'
import type { Scope } from '@/lib/scope/scope'

/** Whether a campaign is of one item. */
export const hasItem = (campaign: CampaignView): campaign is CampaignView & { item: ItemView } =>
  campaign.item !== undefined

type Of = Pick<Scope, 'headers'>

/** What runs or begins within a day; for the home page. */
export const shownCampaignsOptions = ({ headers }: Of) =>
  listCampaignsOptions({ headers, query: { offset: 1, limit: 20 } })

export const campaignsOptions = (offset: number, { headers }: Of) =>
  listCampaignsOptions({ headers, query: { offset, limit: 20 } })

/** A campaign with a page of its stores, by id or slug. */
export const campaignOptions = (id: string, offset: number, { headers }: Of) =>
  getCampaignOptions({ headers, path: { id }, query: { offset, limit: 20 } })

/** The running flash sales and the next one, with their first items. */
export const flashSalesOptions = ({ headers }: Of) =>
  listFlashSalesOptions({ headers, query: { offset: 1, limit: 10 } })

/** When the running flash sales and the next one begin and end: a request for one flash sale alone. */
export const flashTimesOptions = ({ headers }: Of) => listFlashSalesOptions({ headers, query: { offset: 1, limit: 1 } })

/** A flash sale with a page of its items, by id or slug. */
export const flashSaleOptions = (id: string, offset: number, { headers }: Of) =>
  getFlashSaleOptions({ headers, path: { id }, query: { offset, limit: 20 } })
