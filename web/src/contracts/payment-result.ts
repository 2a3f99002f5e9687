import type { ReactNode } from 'react'

/** Whether what is bought still waits for its payment, goes on, was canceled, or is done. */
export type PayState = 'waiting' | 'running' | 'canceled' | 'done'

/** Renders what became of a payment. The payment feature implements it, and routes pass it on. */
export type PaymentResultSlot = (of: PayState) => ReactNode

/** Returns the state of an order or a trip. */
export function payStateOf(status: string, isOver: boolean, awaitsPayment = false): PayState {
  if (isOver) return status === 'canceled' ? 'canceled' : 'done'
  return awaitsPayment ? 'waiting' : 'running'
}
