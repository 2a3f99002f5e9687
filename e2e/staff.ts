import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { PaymentProblemsOutputBody, StaffOrderView, StaffSignInOutputBody, StaffTripView, StoreView } from '../web/src/lib/api/types.gen.ts'
import type { TownAPI } from './town-api.ts'
import { binary } from './town.ts'

/** What a member of the staff signs in with. */
export type Login = { email: string; password: string }

/** Sees the orders of all stores; the demo prints it when it starts. */
export const admin: Login = { email: 'nadia@port-saffron.example', password: 'lighthouse-56' }

/** Adds a member as an owner does: on the server, while the town is open. */
async function addMember({ data }: TownAPI, role: string, name: string, ...flags: string[]): Promise<Login> {
  const email = `${role}-${randomUUID()}@port-saffron.example`
  const args = ['staff', 'add', '--data', data, '--role', role, '--email', email, '--name', name, ...flags]
  const { stdout } = await promisify(execFile)(binary, args)
  return { email, password: /^password: (\S+)$/m.exec(stdout)![1]! }
}

/** A vendor of the store, who has not signed in yet. */
export const addVendor = (api: TownAPI, { slug }: StoreView) => addMember(api, 'vendor', 'Sam Smash', '--store', slug)

/** A vendor of the provider of a trip or a vehicle, who has not signed in yet. */
export const addRenter = (api: TownAPI, { provider }: { provider: { slug: string } }) => addMember(api, 'vendor', 'Marco Quay', '--provider', provider.slug)

const zones = ['old-town', 'harbour', 'hillside', 'lagoon']

/** Adds a rider of the zone, of which only the number is known. */
export async function addRider(api: TownAPI, zoneId: number): Promise<Login> {
  for (const zone of zones) {
    const login = await addMember(api, 'rider', 'Iris Vale', '--zone', zone, '--phone', '+12025550171', '--vehicle', 'Bicycle')
    if ((await Staff.signIn(api, login)).zoneId === zoneId) return login
  }
  throw new Error(`zone ${zoneId} is none of ${zones.join()}`)
}

/** A member of the staff, at work through the API, for tests that are about something else. */
export class Staff {
  readonly token: string
  readonly role: 'vendor' | 'rider' | 'admin'
  readonly zoneId: number | undefined
  private readonly api: TownAPI

  private constructor(api: TownAPI, { token, member }: StaffSignInOutputBody) {
    this.api = api
    this.token = token
    this.role = member.role
    this.zoneId = member.zone_id
  }

  static signIn = async (api: TownAPI, login: Login) => new Staff(api, await api.send('POST', '/staff/login', login))

  /** What the browser of the member would remember. */
  stored = (): Record<string, string> => ({ staff_token: this.token })

  /** Moves an order through these statuses. */
  async move(id: number, ...statuses: string[]) {
    for (const status of statuses) {
      await this.api.send<StaffOrderView>('POST', `/${this.role}/orders/${id}/status`, { status, reason: 'A reason' }, undefined, this.token)
    }
  }

  /** Moves a trip through these statuses. The town's own staff may be faster. */
  async moveTrip(id: number, ...statuses: string[]) {
    const path = `/${this.role}/trips/${id}`
    for (const status of statuses) {
      if (status === 'ongoing') await this.approveLicence(id)
      await this.api.send('POST', `${path}/status`, { status, reason: 'A reason' }, undefined, this.token).catch(async (refused: unknown) => {
        const { trip_status } = await this.api.send<StaffTripView>('GET', path, undefined, undefined, this.token)
        if (trip_status !== status) throw refused
      })
    }
  }

  /** Approves the driver's licence of a trip, if it waits for that. */
  async approveLicence(id: number) {
    const path = `/${this.role}/trips/${id}`
    const { driver_licence: licence } = await this.api.send<StaffTripView>('GET', path, undefined, undefined, this.token)
    if (licence?.status !== 'waiting') return
    await this.api.send('POST', `${path}/driver-licence`, { licence_id: licence.id, approve: true }, undefined, this.token)
  }

  /** Refuses the driver's licence of a trip. */
  async refuseLicence(id: number, reason: string) {
    const path = `/${this.role}/trips/${id}`
    const { driver_licence: licence } = await this.api.send<StaffTripView>('GET', path, undefined, undefined, this.token)
    const answer = { licence_id: licence?.id, approve: false, reason }
    await this.api.send('POST', `${path}/driver-licence`, answer, undefined, this.token)
  }

  /** Brings an order to its shopper, as an admin may. */
  deliver = (id: number) => this.move(id, 'confirmed', 'processing', 'handover', 'picked_up', 'delivered')

  /** Answers a request for a refund, as an admin. */
  decideRefund = (id: number, answer: { approve: boolean; reason?: string }) =>
    this.api.send('POST', `/admin/refunds/${id}`, answer, undefined, this.token)

  /** The same for a trip, of which a deposit may have come back before. */
  async decideTripRefund(id: number, answer: { approve: boolean; amount?: number; reason?: string }) {
    const path = `/admin/trips/${id}`
    const { refunded } = await this.api.send<StaffTripView>('GET', path, undefined, undefined, this.token)
    await this.api.send('POST', `${path}/refund`, { ...answer, refunded }, undefined, this.token)
  }

  /** Says whether the first payment that was sent has arrived, as an admin. */
  decidePayment = (id: number, received: boolean) =>
    this.api.send('POST', `/admin/offline-payments/${id}`, { sending: 1, received, reason: 'Nothing has arrived' }, undefined, this.token)

  /** Waits until so many payments need a person, as an admin. */
  async waitForProblems(customer: { id: number }, count: number) {
    for (const until = Date.now() + 40_000; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 300))) {
      const list = await this.api.send<PaymentProblemsOutputBody>('GET', '/admin/payment-problems?limit=100', undefined, undefined, this.token)
      if (list.problems.filter(({ customer_id: id }) => id === customer.id).length >= count) return
    }
    throw new Error(`${count} payments never needed a person`)
  }

  /** Takes an offered delivery. */
  accept = (id: number) => this.api.send<StaffOrderView>('POST', `/rider/orders/${id}/accept`, undefined, undefined, this.token)

  /** An order as the member sees it. */
  find = (id: number) => this.api.send<StaffOrderView>('GET', `/${this.role}/orders/${id}`, undefined, undefined, this.token)

  signOut = () => this.api.send('POST', '/staff/logout', undefined, undefined, this.token)
}
