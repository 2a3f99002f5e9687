import type { Locator } from '@playwright/test'

/** A quantity and its two buttons. */
export class Stepper {
  readonly figure
  readonly more
  readonly less
  readonly remove

  /** @param group what holds the stepper: a cart's line, a dialog's footer */
  constructor(group: Locator) {
    this.figure = group.getByRole('status')
    this.more = group.getByRole('button', { name: /^One more/ })
    this.less = group.getByRole('button', { name: /^One less/ })
    this.remove = group.getByRole('button', { name: /^Remove/ })
  }
}
