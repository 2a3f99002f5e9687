import { createContext, use } from 'react'

/** What sign-in begins with. */
export type AuthMode = 'sign-in' | 'sign-up'

const SignInContext = createContext<(mode?: AuthMode) => void>(() => {})

/** Lets everything below open the login dialog; the frame's route holds it. */
export const SignInProvider = SignInContext.Provider

/** Opens the login dialog over whatever is shown. */
export const useSignIn = () => use(SignInContext)
