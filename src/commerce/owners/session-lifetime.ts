import { before, olderThan } from '../../platform/database/retention.ts'
import { DAY_MS } from '../../platform/time.ts'

const IDLE_MS = DAY_MS / 2
const LONGEST_MS = 7 * DAY_MS

/** Of a session of the console, with a key or of a person. */
interface Times {
  createdAt: Date
  lastUsedAt: Date
}

/** The longest ones were not used for as long either when they are deleted. */
export const consoleSessionRetention = olderThan('console_sessions', 'last_used_at', IDLE_MS)
export const personSessionRetention = { ...olderThan('person_sessions', 'last_used_at', IDLE_MS), isLocal: true }

/** It was created and used after these times. */
export const openAfter = (now: Date): Times => ({
  createdAt: before(now, LONGEST_MS),
  lastUsedAt: before(now, IDLE_MS),
})

/** When it ends if it is not used any more. */
export const endOf = ({ createdAt, lastUsedAt }: Times): Date =>
  new Date(Math.min(lastUsedAt.getTime() + IDLE_MS, lastEndOf({ createdAt }).getTime()))

/** However much it is used. */
export const lastEndOf = ({ createdAt }: Pick<Times, 'createdAt'>): Date => new Date(createdAt.getTime() + LONGEST_MS)
