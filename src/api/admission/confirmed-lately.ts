import { Problem } from '../../platform/problem.ts'

const LATELY_MS = 15 * 60_000

/** Whether somebody who logged in and left the browser open would not be taken for them. */
export const isConfirmedLately = (confirmedAt: Date, now: Date): boolean =>
  now.getTime() - confirmedAt.getTime() < LATELY_MS

/** @param confirmedAt null for a key, which is not asked @throws Problem FORBIDDEN */
export function checkConfirmed(confirmedAt: Date | null, now: Date): void {
  if (confirmedAt === null || isConfirmedLately(confirmedAt, now)) return
  throw new Problem('FORBIDDEN', 'Enter your password again to do this.', { reason: 'CONFIRM_AGAIN' })
}
