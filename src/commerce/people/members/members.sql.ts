import type { SqlClient } from '../../../platform/database/sql.ts'
import type { Role } from '../roles.ts'
import { TAKEN } from '../take-address.ts'

// SQL, since Prisma has no `FOR UPDATE`.

export interface LockedMember {
  personId: string
  role: Role
  money: boolean
  name: string
  canLogIn: boolean
}

/**
 * Locks the member, and all Owners of the store, until the transaction ends: of several that are about to leave at once,
 * each knows who is left. In the order of their ids, so that two transactions cannot deadlock.
 */
export const lockMembers = (
  tx: Pick<SqlClient, '$queryRaw'>,
  ofStore: string,
  personId: string,
): Promise<LockedMember[]> =>
  tx.$queryRaw<LockedMember[]>`
    SELECT m.person_id::text AS "personId", m.role, m.money, p.name, p.email NOT LIKE ${`%${TAKEN}`} AS "canLogIn"
    FROM memberships m JOIN persons p ON p.id = m.person_id
    WHERE m.of_store = ${ofStore}::uuid AND (m.role = 'OWNER' OR m.person_id = ${personId}::uuid)
    ORDER BY m.person_id FOR NO KEY UPDATE OF m`
