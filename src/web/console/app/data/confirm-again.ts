import type { ProblemReason } from '../../../../shared/reasons.ts'

/** Asks a person who is logged in to prove again that it is them. @returns whether they have */
type Asker = () => Promise<boolean>

/** The last one is on top of the others, as a dialog is on the page. */
const askers: Asker[] = []

/** @returns what takes it back */
export function askWith(asker: Asker): () => void {
  askers.push(asker)
  return () => void askers.splice(askers.indexOf(asker), 1)
}

let underWay: Promise<boolean> | null = null

/** Once for all that wait for it. */
export function askAgain(): Promise<boolean> {
  underWay ??= (askers.at(-1)?.() ?? Promise.resolve(false)).finally(() => {
    underWay = null
  })
  return underWay
}

/** Sends again what was refused until the person has given their password again; what they typed stays where it is. */
export async function confirmingAgain<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    if (!asksAgain(error) || !(await askAgain())) throw error
    return send()
  }
}

const asksAgain = (error: unknown): boolean => {
  const reason: ProblemReason = 'CONFIRM_AGAIN'
  return error instanceof Error && 'reason' in error && error.reason === reason
}
