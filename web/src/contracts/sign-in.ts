import { createContext, use } from 'react'

/** What sign-in begins with. */
export type AuthMode = 'sign-in' | 'sign-up'

/** A guest's order that becomes the account's: its contact fills in the form, its token claims it. */
export type OrderToKeep = { orderId: number; token: string; name: string; email: string; phone: string }

/** onward: the page that was asked for, and that signing in leads to. */
type OpenSignIn = (mode?: AuthMode, onward?: string, keeping?: OrderToKeep) => void

const SignInContext = createContext<OpenSignIn>(() => {})

/** Lets everything below open the login dialog; the frame's route holds it. */
export const SignInProvider = SignInContext.Provider

/** Opens the login dialog over whatever is shown. */
export const useSignIn = () => use(SignInContext)
