import { z } from 'zod'

/** As many, and as long, as the operation takes. */
const MOST_TURNS = 50
const LONGEST = 2000

const turns = z
  .array(z.object({ role: z.enum(['USER', 'ASSISTANT']), content: z.string().max(LONGEST) }))
  .max(MOST_TURNS)

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
  JSON.stringify(all.slice(-MOST_TURNS).map(({ role, content }) => ({ role, content: shortened(content) })))

/** In characters, as the operation counts them. */
const shortened = (text: string): string => [...text].slice(0, LONGEST).join('')
