import { inputRules } from '../platform/input/first-mistake.ts'
import { labelledText } from '../platform/input/labelled-text.ts'

export const unlockInput = inputRules({
  required: ['password'],
  missing: 'Password required',
  fields: { password: labelledText({ label: 'Password', max: 255 }) },
})
