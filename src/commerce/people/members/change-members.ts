import type { OwnerContext, PersonContext, Services } from '../../../api/context.ts'
import type { Membership, Person, Prisma } from '../../../generated/prisma/client.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { changedFields } from '../../history/changed-fields.ts'
import { recordChange } from '../../history/record-change.ts'
import type { Role } from '../roles.ts'
import { checkMayGive } from './may-give.ts'
import { type LockedMember, lockMembers } from './members.sql.ts'

export interface Member extends Membership {
  person: Person
}

/** By name. */
export const listMembers = ({ db: { prisma } }: Pick<Services, 'db'>, storeId: string): Promise<Member[]> =>
  prisma.membership.findMany({
    where: { ofStore: storeId },
    include: { person: true },
    orderBy: [{ person: { name: 'asc' } }, { personId: 'asc' }],
  })

const notFound = () => new Problem('NOT_FOUND', 'There is no such person in this store.')

/** @throws Problem NOT_FOUND, FORBIDDEN; CONFLICT for the last Owner, who would not be one any more */
export async function changeMember(
  context: OwnerContext,
  personId: string,
  given: { role: Role; money: boolean },
): Promise<Member> {
  const { services, store, caller } = context
  const role = { role: given.role, money: given.money || given.role === 'OWNER' }
  checkMayGive(caller, role)
  return inTransaction(services.db.prisma, async (tx) => {
    const before = await lockMember(tx, store.id, personId, { staysOwner: given.role === 'OWNER' })
    checkMayGive(caller, before)
    const key = { personId_ofStore: { personId, ofStore: store.id } }
    const after = await tx.membership.update({ where: key, data: role, include: { person: true } })
    const was = { role: before.role, money: before.money }
    await recordChange(tx, context, {
      ...({ subject: 'MEMBER', action: 'CHANGED' } as const),
      ...{ subjectId: personId, subjectName: before.name },
      fields: changedFields(was, role, { currency: store.currency }),
    })
    return after
  })
}

/** @throws Problem NOT_FOUND, FORBIDDEN; CONFLICT for the last Owner */
export async function removeMember(context: OwnerContext, personId: string): Promise<boolean> {
  const { services, store, caller } = context
  return inTransaction(services.db.prisma, async (tx) => {
    const member = await lockMember(tx, store.id, personId)
    checkMayGive(caller, member)
    await end(tx, context, member)
    return true
  })
}

/** @param subdomain of a store that the person works for @throws Problem NOT_FOUND; CONFLICT for the last Owner */
export async function leaveStore({ services, person }: PersonContext, subdomain: string): Promise<boolean> {
  const { prisma } = services.db
  const store = await prisma.store.findUnique({ where: { subdomain } })
  if (!store) throw notWorkingThere()
  const caller = { kind: 'person', id: person.id } as const
  return inTransaction(prisma, async (tx) => {
    const member = await lockMember(tx, store.id, person.id).catch((error: unknown) => {
      throw error instanceof Problem && error.code === 'NOT_FOUND' ? notWorkingThere() : error
    })
    await end(tx, { store, services, caller }, member)
    return true
  })
}

const notWorkingThere = () => new Problem('NOT_FOUND', 'You have no role in this store.')

async function lockMember(
  tx: Prisma.TransactionClient,
  storeId: string,
  personId: string,
  { staysOwner = false } = {},
): Promise<LockedMember> {
  const locked = isUuid(personId) ? await lockMembers(tx, storeId, personId) : []
  const member = locked.find((one) => one.personId === personId)
  if (!member) throw notFound()
  const isOther = (one: LockedMember) => one !== member && one.role === 'OWNER' && one.canLogIn
  if (member.role === 'OWNER' && !staysOwner && !locked.some(isOther)) {
    throw new Problem('CONFLICT', 'The store would have no owner left. Make somebody else an owner first.', {
      reason: 'LAST_OWNER',
    })
  }
  return member
}

async function end(
  tx: Prisma.TransactionClient,
  by: Parameters<typeof recordChange>[1],
  { personId, name }: LockedMember,
): Promise<void> {
  await tx.membership.deleteMany({ where: { personId, ofStore: by.store.id } })
  await recordChange(tx, by, { subject: 'MEMBER', action: 'DELETED', subjectId: personId, subjectName: name })
}
