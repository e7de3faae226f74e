import type { BareAnswerName } from './bare-answers.ts'

/** What a bare server is told to answer. */
export type BareJob =
  /** These bytes from memory, by one process or so many; 304 without them to a request that has their tag. */
  | { kind: 'memory'; port: number; body: string; etag: string; processes?: number }
  /** What statements give, made to JSON for every request. */
  | { kind: 'statements'; port: number; databaseUrl: string; answer: BareAnswerName; parameters: BareParameters }

/** What statements are asked with. */
export interface BareParameters {
  storeId: string
  customerId: string
  productId: string
  orderNo: string
}
