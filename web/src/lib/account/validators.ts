import * as z from 'zod/mini'
import { isEmail } from './email'

/** A text that must not be blank. Of several problems a form shows the first. */
export const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message))

/** An e-mail address, or nothing: where it is needed, `required` says so first. */
export const emailOrEmpty = (message: string) => z.refine<string>((typed) => typed === '' || isEmail(typed), message)
