import { fillTown } from './town.ts'

/** Before all tests: filling a town takes three times as long as copying it. */
export default fillTown
