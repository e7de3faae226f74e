import { WaitingDocument, type WaitingQuery } from '../../../../generated/console/documents.ts'
import { useData } from '../data/use-data.ts'

/** Counts of what waits for the owner; null where the key may not see it. */
export type Waiting = Omit<NonNullable<WaitingQuery['waiting']>, '__typename'>

const REFRESH_MS = 60_000

/** Null until it is known, and for a key that may see none of it. */
export function useWaiting(): Waiting | null {
  return useData(WaitingDocument, {}, { refreshEvery: REFRESH_MS }).data?.waiting ?? null
}
