import { inputRules } from '../platform/input/first-mistake.ts'
import { labelledText } from '../platform/input/labelled-text.ts'

/** What a visitor gives to see the protected pages. */
export const unlockInput = inputRules({
  required: ['password'],
  missing: 'Password required',
  fields: { password: labelledText({ label: 'Password', max: 255 }) },
})
