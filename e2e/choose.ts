import { expect, type Locator } from '@playwright/test'

/**
 * Checks a choice by its row, as a finger does: the control itself is invisible. Waits until the row has
 * stopped moving, as rows do while others above them load.
 */
export async function choose(control: Locator) {
  if (await control.isChecked()) return
  await control.locator('xpath=ancestor::label').click()
  await expect(control).toBeChecked()
}
