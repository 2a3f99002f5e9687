import type { Page } from '@playwright/test'
import { photo } from './picture.ts'
import { main, tab, type Screen } from './screen.ts'
import { admin, Staff } from './staff.ts'
import type { Visit } from './storage.ts'
import type { TownAPI } from './town-api.ts'

const next = (page: Page) => main(page).locator('button[type=submit]')

/** What a rider has entered before, as the browser keeps it. */
const riderValues = { name: 'Ravi Das', phone: '+12025550179', email: 'ravi@rides.example', zone_id: '1', vehicle: 'Blue scooter' }

const storeValues = {
  ...{ store_name: 'Olive & Thyme', module_id: '10', store_phone: '+12025550177', address: '4 Quay' },
  ...{ minimum_order: '5', tax: '0', delivery_time_min: '20', delivery_time_max: '40' },
}

const atStep = (key: string, values: object, step: number) => async (): Promise<Visit> => ({
  stored: { [key]: JSON.stringify({ values, step }) },
})

/** Sends the step as it is, and waits for its first complaint. */
async function complain(page: Page) {
  await next(page).click()
  await main(page).locator('[aria-invalid=true], [data-invalid]').first().waitFor()
}

/** Sends the application of a rider. Returns its token. */
export async function applyAsRider({ url }: TownAPI, email: string, more: Record<string, string> = {}): Promise<string> {
  const form = new FormData()
  const texts = { ...riderValues, email, password: 'copper-pan-78', identity_type: 'passport', identity_number: 'X 123', ...more }
  for (const [field, text] of Object.entries(texts)) form.append(field, text)
  for (const field of ['photo', 'identity_1']) form.append(field, new Blob([photo], { type: 'image/png' }), 'image.png')
  const answer = await fetch(`${url}/api/v1/riders/register`, { method: 'POST', body: form, headers: { 'Idempotency-Key': `request of ${email}` } })
  if (!answer.ok) throw new Error(`the application answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { token: string }).token
}

/** The link of an application that an admin has refused. */
async function refused(api: TownAPI) {
  const email = `ravi-${Date.now()}@rides.example`
  const token = await applyAsRider(api, email)
  const owner = await Staff.signIn(api, admin)
  const { applications } = await api.send<{ applications: { id: number; email: string }[] }>('GET', '/admin/applications?limit=100', undefined, 'food', owner.token)
  const { id } = applications.find((each) => each.email === email)!
  await api.send('POST', `/admin/applications/${id}`, { approve: false, reason: 'The papers have expired' }, 'food', owner.token)
  return `/application#${token}`
}

const asAdmin = async (api: TownAPI): Promise<Visit> => ({ stored: (await Staff.signIn(api, admin)).stored() })

export const joiningScreens: readonly Screen[] = [
  { name: 'store-registration', state: 'business', path: () => '/store-registration?active=active', action: next },
  { name: 'store-registration', state: 'errors', path: () => '/store-registration', open: complain, action: next },
  { name: 'store-registration', state: 'place', before: atStep('store_application', storeValues, 1), path: () => '/store-registration', action: next },
  { name: 'store-registration', state: 'pictures', before: atStep('store_application', storeValues, 2), path: () => '/store-registration', open: complain, action: next },
  { name: 'store-registration', state: 'plan', before: atStep('store_application', storeValues, 3), path: () => '/store-registration', open: complain, action: next },
  { name: 'store-registration', state: 'owner', before: atStep('store_application', storeValues, 4), path: () => '/store-registration', action: next },
  { name: 'store-registration', state: 'check', before: atStep('store_application', storeValues, 5), path: () => '/store-registration', action: next },
  { name: 'rider-registration', state: 'person', path: () => '/deliveryman-registration', open: complain, action: next },
  { name: 'rider-registration', state: 'work', before: atStep('rider_application', riderValues, 1), path: () => '/deliveryman-registration', action: next },
  { name: 'rider-registration', state: 'papers', before: atStep('rider_application', riderValues, 2), path: () => '/deliveryman-registration', open: complain, action: next },
  { name: 'application', state: 'waiting', path: async (api) => `/application#${await applyAsRider(api, `ravi-${Date.now()}@rides.example`)}` },
  { name: 'application', state: 'refused', path: refused, action: (page) => main(page).getByRole('button', { name: 'Apply again' }) },
  { name: 'application', state: 'unknown', path: () => '/application#nobody', consoleError: /404/ },
  {
    name: 'desk',
    state: 'applications',
    before: asAdmin,
    path: () => '/desk',
    open: async (page) => {
      await tab(page, 'applications').click()
      await main(page).locator('li dl').first().waitFor()
    },
    action: (page) => main(page).getByRole('button', { name: 'Approve' }).first(),
  },
]
