import { z } from 'zod'
import { MAX_TURN, MAX_TURNS } from '../../../shared/bounds.ts'

const turns = z
  .array(z.object({ role: z.enum(['USER', 'ASSISTANT']), content: z.string().max(MAX_TURN) }))
  .max(MAX_TURNS)

export type Turn = z.output<typeof turns>[number]

/** Of a hidden field, in which anything may stand. */
export function turnsOf(text: string | undefined): Turn[] {
  if (!text) return []
  try {
    return turns.parse(JSON.parse(text))
  } catch {
    return []
  }
}

/** The latest. */
export const writeTurns = (all: readonly Turn[]): string =>
  JSON.stringify(all.slice(-MAX_TURNS).map(({ role, content }) => ({ role, content: shortened(content) })))

/** In characters, as the operation counts them. */
const shortened = (text: string): string => [...text].slice(0, MAX_TURN).join('')
