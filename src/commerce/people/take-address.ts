import type { Person, Prisma } from '../../generated/prisma/client.ts'

/** Ends the email of somebody who has lost theirs. The top-level domain is reserved: no mail goes there. */
export const TAKEN = '@address-taken.invalid'

/** Null for somebody who has lost it. */
export const emailOf = ({ email }: Pick<Person, 'email'>): string | null => (email.endsWith(TAKEN) ? null : email)

/** Whether somebody else who confirms the address gets it. Whoever runs the installation keeps theirs. */
export const losesAddress = ({ emailConfirmedAt, operator }: Pick<Person, 'emailConfirmedAt' | 'operator'>): boolean =>
  emailConfirmedAt === null && !operator

/**
 * From somebody who has never confirmed it, for whoever has just done so. They stay who they are in their store, and
 * logged in where they are, but cannot log in again before they have another.
 */
export async function takeAddress(tx: Prisma.TransactionClient, { id }: Pick<Person, 'id'>): Promise<void> {
  await tx.person.updateMany({
    where: { id, emailConfirmedAt: null, operator: false },
    data: { email: `${id}${TAKEN}` },
  })
}
