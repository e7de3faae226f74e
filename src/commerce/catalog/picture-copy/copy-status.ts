export const CopyStatus = { RUNNING: 'RUNNING', DONE: 'DONE', CANCELLED: 'CANCELLED' } as const
export type CopyStatus = (typeof CopyStatus)[keyof typeof CopyStatus]

/** Of a linked picture. */
export const LinkStatus = { WAITING: 'WAITING', COPIED: 'COPIED', FAILED: 'FAILED' } as const
export type LinkStatus = (typeof LinkStatus)[keyof typeof LinkStatus]
