import { shareClaims } from './claims.ts'
import { fillTown } from './town.ts'

/** Before all tests: fills the town that each worker copies, and lets the workers share their claims. */
export default async function beforeAll(): Promise<() => Promise<void>> {
  const [removeTown, forgetClaims] = await Promise.all([fillTown(), shareClaims()])
  return async () => {
    await Promise.all([removeTown(), forgetClaims()])
  }
}
