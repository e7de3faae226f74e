import type { Shop } from './shop.ts'

/** Somebody who works for a store, and somebody who is invited to. */
export async function addPeople({ services: { db, clock } }: Shop, ofStore: string, name: string) {
  const { prisma } = db
  const createdAt = clock()
  const email = `packer@${name}.example`
  const person = { email, name: `Packer of ${name}`, passwordHash: 'x', createdAt }
  const memberships = { create: { ofStore, role: 'ORDERS' as const, createdAt } }
  const { id: memberId } = await prisma.person.create({ data: { ...person, memberships } })
  const expiresAt = new Date(createdAt.getTime() + 86_400_000)
  const { id: invitationId } = await prisma.invitation.create({
    data: {
      ...{ ofStore, email: `invited@${name}.example`, role: 'ORDERS', way: 'LINK' },
      ...{ tokenHash: `token of ${name}`, invitedBy: 'operator', createdAt, expiresAt },
    },
  })
  return { memberId, memberEmail: email, invitationId }
}
