export const ImportStatus = {
  UPLOADING: 'UPLOADING',
  CHECKING: 'CHECKING',
  CHECKED: 'CHECKED',
  IMPORTING: 'IMPORTING',
  DONE: 'DONE',
  FAILED: 'FAILED',
  CANCELLED: 'CANCELLED',
} as const
export type ImportStatus = (typeof ImportStatus)[keyof typeof ImportStatus]

/** Those that a job works on. */
export const running: ImportStatus[] = ['CHECKING', 'IMPORTING']
/** Those that wait for the owner. */
export const waiting: ImportStatus[] = ['UPLOADING', 'CHECKED']

/** The rows of products with mistakes are a file as well. */
export const PartKind = { FILE: 'FILE', REFUSED: 'REFUSED' } as const
export type PartKind = (typeof PartKind)[keyof typeof PartKind]
