import { createKeyset } from '../../platform/pagination.ts'

/** The order that the owner has given the products, and then the newest first. */
export const displayOrder = createKeyset(
  { name: 'displayOrder', kind: 'int', direction: 'asc' },
  { name: 'createdAt', kind: 'date', direction: 'desc' },
  { name: 'id', kind: 'uuid', direction: 'desc' },
)
