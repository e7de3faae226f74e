import { labelledText } from '../platform/input/labelled-text.ts'
import { inputRules, optional, parseInput } from '../platform/input/parse-input.ts'

export const MAX_NOTE = 500

const rules = inputRules({
  required: [],
  missing: '',
  fields: { note: optional(labelledText({ label: 'Note', max: MAX_NOTE, trim: true })) },
})

/** Empty when there is none. @throws Problem BAD_USER_INPUT */
export const parseOwnerNote = (input: { note?: string | null | undefined }): string =>
  parseInput(rules, input).note ?? ''
