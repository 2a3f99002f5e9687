import { shareClaims } from './claims.ts'
import { fillTown } from './town.ts'

/** Before all tests: filling a town takes three times as long as copying it. */
export default async function beforeAll(): Promise<() => Promise<void>> {
  const [removeTown, forgetClaims] = await Promise.all([fillTown(), shareClaims()])
  return async () => {
    await Promise.all([removeTown(), forgetClaims()])
  }
}
