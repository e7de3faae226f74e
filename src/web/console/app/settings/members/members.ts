import type { MembersQuery, Role } from '../../../../../generated/console/documents.ts'

/** The queries that show members. */
export const MEMBER_QUERIES = ['Members']

export type Member = NonNullable<MembersQuery['members']>[number]
export type Invitation = NonNullable<MembersQuery['invitations']>[number]

/** What somebody is, or would be. */
export interface Given {
  role: Role
  money: boolean
}
