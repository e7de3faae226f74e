import { z } from 'zod'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { clearable, inputRules, optional } from '../../platform/input/parse-input.ts'
import { composed, fits, PASSWORD_TOO_LONG } from '../../platform/passwords.ts'
import { isEmailAddress } from '../../platform/text/address.ts'
import { plainText } from '../../shared/typed-text.ts'
import { phone } from './phone.ts'

const TOO_SHORT = 'Password must be 6+ characters'

const newPassword = labelledText({
  label: 'Password',
  min: 6,
  max: 72,
  normalize: composed,
  messages: { tooShort: TOO_SHORT, tooLong: PASSWORD_TOO_LONG },
}).refine(fits, { error: PASSWORD_TOO_LONG })
/** Any length that may have been stored. */
const knownPassword = labelledText({ label: 'Password', max: 72, messages: { tooLong: PASSWORD_TOO_LONG } })
const email = labelledText({ label: 'Email', max: 255, normalize: plainText, trim: true }).refine(isEmailAddress, {
  error: 'Email must be a valid email address',
})
const address = labelledText({ label: 'Address', max: 1000, trim: true })
// Ignored unless it names an anonymous cart.
const cartId = z.string().optional().catch(undefined).meta({
  description: 'The ID of a cart to assign to the customer. It is merged with a cart that the customer already has.',
})

export const signUpInput = inputRules({
  required: ['name', 'phone', 'password'],
  missing: 'Name, phone, and password required',
  fields: {
    name: labelledText({ label: 'Name', max: 255, trim: true }),
    phone,
    password: newPassword,
    email: optional(email),
    address: optional(address),
    refCode: optional(labelledText({ label: 'Referral code', max: 255, trim: true })),
    cartId,
  },
})

export const logInInput = inputRules({
  required: ['phone', 'password'],
  missing: 'Phone and password required',
  fields: { phone, password: knownPassword, cartId },
})

export const profileInput = inputRules({
  required: [],
  missing: '',
  fields: {
    name: labelledText({ label: 'Name', min: 1, max: 255, trim: true }).optional(),
    email: clearable(email),
    address: clearable(address),
  },
})

export const changePasswordInput = inputRules({
  required: ['oldPassword', 'newPassword'],
  missing: 'Old and new password required',
  fields: { oldPassword: knownPassword, newPassword },
})

const code = labelledText({ label: 'Code', max: 100, trim: true })

export const codeInput = inputRules({ required: ['code'], missing: 'Code required', fields: { code } })

export const forgotPasswordInput = inputRules({ required: ['phone'], missing: 'Phone required', fields: { phone } })

export const resetPasswordInput = inputRules({
  required: ['code', 'password'],
  missing: 'Code and password required',
  fields: { code, password: newPassword },
})

export const passwordInput = inputRules({
  required: ['password'],
  missing: 'Password required',
  fields: { password: knownPassword },
})
