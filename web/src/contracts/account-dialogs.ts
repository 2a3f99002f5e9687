import { createContext, use } from 'react'

/** The first form of the sign-in. */
export type AuthMode = 'sign-in' | 'sign-up'

/** A guest's order or trip that the account claims with its token. Its contact fills in the sign-up form. */
export type PurchaseToKeep = {
  kind: 'order' | 'trip'
  id: number
  token: string
  name: string
  email: string
  phone: string
}

/** Opens the account's dialogs from any feature. */
export type AccountDialogs = {
  /** onward: the page to open after the sign-in. keeping: what to claim. */
  signIn: (mode?: AuthMode, onward?: string, keeping?: PurchaseToKeep) => void
  logOut: () => void
  openWishlist: () => void
}

const nothing = () => {}

const AccountDialogsContext = createContext<AccountDialogs>({ signIn: nothing, logOut: nothing, openWishlist: nothing })

/** Rendered by the root route. Its value is always the same object. */
export const AccountDialogsProvider = AccountDialogsContext.Provider

export const useAccountDialogs = () => use(AccountDialogsContext)
