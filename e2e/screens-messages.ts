import { Customer } from './customer.ts'
import { main, tab, type Screen } from './screen.ts'
import { addVendor, Staff } from './staff.ts'
import type { Visit } from './storage.ts'
import type { TownAPI } from './town-api.ts'

const words = [
  ['customer', 'Hello! Do you have anything without peanuts? My daughter is allergic.'],
  ['store', 'Hello! Almost everything. Only the satay has peanuts in it, and it has a pan of its own.'],
  ['customer', 'Perfect, thank you.\nAnd <b>please</b> leave out the coriander 🙂'],
] as const

/** A customer and a vendor of a store who write to each other. */
export async function talk(api: TownAPI) {
  const customer = await Customer.signUp(api)
  const { store } = await api.simple()
  const login = await addVendor(api, store)
  const vendor = await Staff.signIn(api, login)
  const { id } = await customer.send<{ id: number }>('POST', '/conversations', { with: 'store', store_id: store.id })
  const say = (by: 'customer' | 'store', text: string) => {
    const body = { client_id: crypto.randomUUID(), text }
    return by === 'customer'
      ? customer.send('POST', `/conversations/${id}/messages`, body)
      : api.send('POST', `/vendor/conversations/${id}/messages`, body, undefined, vendor.token)
  }
  for (const [by, text] of words) await say(by, text)
  return { customer, vendor, login, store, id, say }
}

const asCustomer = async (api: TownAPI): Promise<Visit> => {
  const { customer, say } = await talk(api)
  await say('store', 'Of course, we will.')
  return { stored: customer.stored() }
}

const asNewCustomer = async (api: TownAPI): Promise<Visit> => ({ stored: (await Customer.signUp(api)).stored() })
const asVendor = async (api: TownAPI): Promise<Visit> => ({ stored: (await talk(api)).vendor.stored() })

export const messageScreens: Screen[] = [
  {
    name: 'inbox',
    state: 'empty',
    before: asNewCustomer,
    path: () => '/profile?page=inbox',
    action: (page) => main(page).getByRole('link', { name: 'Help and support' }),
  },
  {
    name: 'inbox',
    state: 'with a conversation',
    before: asCustomer,
    path: () => '/profile?page=inbox',
    action: (page) => main(page).getByRole('navigation', { name: 'Conversations' }).getByRole('button').first(),
    waits: /\/conversations\?/,
  },
  {
    name: 'conversation',
    state: 'with messages',
    before: asCustomer,
    path: () => '/profile?page=inbox',
    open: async (page) => {
      await main(page).locator('button:has(time)').first().click()
      await main(page).locator('textarea').waitFor()
    },
    action: (page) => main(page).getByRole('textbox'),
  },
]

export const deskMessageScreens: Screen[] = [
  {
    name: 'desk-messages',
    state: 'with a conversation',
    before: asVendor,
    path: () => '/desk',
    open: async (page) => {
      await tab(page, 'messages').click()
      await main(page).locator('button:has(time)').first().click()
      await main(page).locator('textarea').waitFor()
    },
    action: (page) => main(page).getByRole('textbox'),
  },
]
