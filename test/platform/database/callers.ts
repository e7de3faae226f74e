import type { Database } from '../../../src/platform/database/database.ts'

/** Rows of the tables that belong to no store, and a preview, for the test of constraints. */
export async function addPersons({ prisma }: Database, storeId: string): Promise<void> {
  const expiresAt = new Date()
  await prisma.preview.create({ data: { storeId, tokenHash: 'x', kind: 'VISIT', expiresAt } })
  const person = { email: 'asha@example.com', name: 'Asha', passwordHash: 'x', createdAt: new Date() }
  const memberships = { create: { ofStore: storeId, role: 'OWNER', createdAt: new Date() } } as const
  const invitation = { email: 'ravi@example.com', way: 'LINK', invitedBy: 'operator', createdAt: new Date() } as const
  await prisma.invitation.create({ data: { ...invitation, ofStore: storeId, role: 'ORDERS', expiresAt: new Date() } })
  const codes = { create: { codeHash: 'x', purpose: 'PASSWORD', email: person.email, expiresAt: new Date() } } as const
  await prisma.person.create({ data: { ...person, memberships, codes } })
  await prisma.installation.create({ data: {} })
}

/** About who calls the owner's API. */
export const refusedOfCallers: [table: string, set: string, constraint: string][] = [
  ['previews', "kind = 'PEEP'", 'previews_kind_known'],
  ['installation', 'id = 2', 'installation_one_row'],
  ['owner_keys', "power = 'SOME'", 'owner_keys_power_known'],
  ['product_imports', "caller_kind = 'robot'", 'product_imports_caller_kind_known'],
  ['memberships', "role = 'KING'", 'memberships_role_known'],
  ['invitations', "role = 'KING'", 'invitations_role_known'],
  ['invitations', "way = 'DOVE'", 'invitations_way_known'],
  ['invitations', 'role = NULL', 'invitations_role_in_store'],
  ['person_codes', "purpose = 'FUN'", 'person_codes_purpose_known'],
]
