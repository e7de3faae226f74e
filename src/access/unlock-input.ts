import { inputRules } from '../platform/input/input.ts'
import { text } from '../platform/text.ts'

/** What a visitor gives to see the protected pages. */
export const unlockInput = inputRules({
  required: ['password'],
  missing: 'Password required',
  fields: { password: text({ label: 'Password', max: 255 }) },
})
