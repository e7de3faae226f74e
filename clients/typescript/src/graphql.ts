export * from './generated/documents.ts'
export { graphcacheKeys } from './graphcache-keys.ts'
export type { TypedDocument } from './typed-document.ts'
