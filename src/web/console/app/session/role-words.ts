import type { Role, SessionAnswer } from '../../../../shared/answers.ts'

export const roleWords: Readonly<Record<Role, string>> = {
  OWNER: 'Owner',
  MANAGER: 'Manager',
  ORDERS: 'Orders',
  CATALOGUE: 'Catalogue',
  ACCOUNTANT: 'Accountant',
}

/** As whom the store is open, in short: `Asha Rao · Owner`, or the name of the key. */
export const viewerWords = ({ viewer: { name, role } }: SessionAnswer): string =>
  role === null ? name : `${name} · ${roleWords[role]}`
