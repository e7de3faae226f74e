import { labelledText } from '../platform/input/labelled-text.ts'
import { inputRules } from '../platform/input/parse-input.ts'

export const unlockInput = inputRules({
  required: ['password'],
  missing: 'Password required',
  fields: { password: labelledText({ label: 'Password', max: 255 }) },
})
