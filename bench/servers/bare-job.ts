import type { BareAnswerName } from './bare-answers.ts'
import type { Replay } from './replay.ts'

/** What a bare server is to answer. */
export type BareJob =
  /** These bytes from memory, by one process or so many; 304 without them to a request that has their tag. */
  | { kind: 'memory'; port: number; body: string; etag: string; processes?: number }
  /** What statements give, made to JSON for every request. */
  | { kind: 'statements'; port: number; databaseUrl: string; answer: BareAnswerName; parameters: BareParameters }
  /** A purchase of three requests, with the statements that the service was seen to send. */
  | { kind: 'replay'; port: number; databaseUrl: string; replay: Replay }

/** What statements are asked with. */
export interface BareParameters {
  storeId: string
  customerId: string
  productId: string
  orderNo: string
}
