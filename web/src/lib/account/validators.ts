import * as z from 'zod/mini'
import { isEmail } from './email'

/** A text that must not be blank. A form shows only the first problem. */
export const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message))

/** An e-mail address or nothing. Where it is required, `required` comes first. */
export const emailOrEmpty = (message: string) => z.refine<string>((typed) => typed === '' || isEmail(typed), message)
