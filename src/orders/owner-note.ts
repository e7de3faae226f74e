import { inputRules, optional, parseInput } from '../platform/input/input.ts'
import { text } from '../platform/text.ts'

export const MAX_NOTE = 500

const rules = inputRules({
  required: [],
  missing: '',
  fields: { note: optional(text({ label: 'Note', max: MAX_NOTE, trim: true })) },
})

/** What the owner remarks on a change; empty when that is nothing. @throws Problem BAD_USER_INPUT */
export const parseOwnerNote = (input: { note?: string | null | undefined }): string =>
  parseInput(rules, input).note ?? ''
