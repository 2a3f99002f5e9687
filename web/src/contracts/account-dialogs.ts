import { createContext, use } from 'react'

/** What sign-in begins with. */
export type AuthMode = 'sign-in' | 'sign-up'

/** A guest's order that becomes the account's: its contact fills in the form, its token claims it. */
export type OrderToKeep = { orderId: number; token: string; name: string; email: string; phone: string }

/** The dialogs of an account, which any feature may open over the page. */
export type AccountDialogs = {
  /** onward: the page that was asked for, and that signing in leads to. */
  signIn: (mode?: AuthMode, onward?: string, keeping?: OrderToKeep) => void
  logOut: () => void
  openWishlist: () => void
}

const nothing = () => {}

const AccountDialogsContext = createContext<AccountDialogs>({ signIn: nothing, logOut: nothing, openWishlist: nothing })

/** The root route provides it. Its value stays the same object. */
export const AccountDialogsProvider = AccountDialogsContext.Provider

export const useAccountDialogs = () => use(AccountDialogsContext)
