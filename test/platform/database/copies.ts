import type { Database } from '../../../src/platform/database/database.ts'

/** Rows of linked pictures and their copies, for the test of constraints. */
export async function addCopies({ prisma }: Database, storeId: string): Promise<void> {
  const now = new Date()
  const { id } = await prisma.pictureCopy.create({ data: { storeId, status: 'RUNNING', ranAt: now, createdAt: now } })
  await prisma.linkedPicture.create({ data: { storeId, key: 'x', url: 'x', copyId: id, status: 'WAITING' } })
}

export const refusedOfCopies: [table: string, set: string, constraint: string][] = [
  ['picture_copies', "status = 'LOST'", 'picture_copies_status_known'],
  ['picture_copies', "caller_kind = 'robot'", 'picture_copies_caller_kind_known'],
  ['linked_pictures', "status = 'LOST'", 'linked_pictures_status_known'],
]
