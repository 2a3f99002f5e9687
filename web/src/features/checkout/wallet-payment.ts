import type { QuoteView } from '@/lib/api/types.gen'

/** Whether the wallet pays the whole order. */
export const isPaidFromWallet = ({
  total,
  wallet_part: part,
  to_pay: rest,
}: Pick<QuoteView, 'total' | 'wallet_part' | 'to_pay'>) => total > 0 && part > 0 && rest === 0
