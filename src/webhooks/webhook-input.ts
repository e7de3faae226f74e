import { z } from 'zod'
import { labelledText } from '../platform/input/labelled-text.ts'
import { inputRules } from '../platform/input/parse-input.ts'
import { Problem } from '../platform/problem.ts'
import { eventNames } from './event-types.ts'
import { MAX_URL, type TargetRules } from './target.ts'

const url = labelledText({ label: 'URL', max: MAX_URL, trim: true })
const events = z.array(z.enum(eventNames, { error: 'Unknown event' })).transform((names) => [...new Set(names)])

export const newWebhookInput = inputRules({
  required: ['url'],
  missing: 'The webhook needs a URL.',
  fields: { url, events: events.nullish() },
})

/** The body of a change; fields that are left out stay as they are. */
export const webhookChanges = inputRules({
  required: [],
  missing: '',
  fields: { url: url.nullish(), events: events.nullish(), active: z.boolean().nullish() },
})

/** @throws Problem BAD_USER_INPUT for a URL that webhooks may not have */
export function checkUrl(rules: TargetRules, text: string): void {
  const problem = rules.urlProblem(text)
  if (problem) throw new Problem('BAD_USER_INPUT', problem, { field: 'url' })
}
