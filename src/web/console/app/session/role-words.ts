import type { Role, SessionAnswer } from '../../../../shared/answers.ts'

export const roleWords: Readonly<Record<Role, string>> = {
  OWNER: 'Owner',
  MANAGER: 'Manager',
  ORDERS: 'Orders',
  CATALOGUE: 'Catalogue',
  ACCOUNTANT: 'Accountant',
}

/** For whoever gives the role. */
export const roleAbout: Readonly<Record<Role, string>> = {
  OWNER: 'Does everything, people, keys and the payment account included.',
  MANAGER: 'Runs the shop: products, orders, customers, discounts and settings, and sees what it earns.',
  ORDERS: 'Packs and ships: sees and changes orders, and not what the shop earns.',
  CATALOGUE: 'Keeps products, stock, pictures and reviews.',
  ACCOUNTANT: 'Sees orders, payments and what the shop earns, and takes lists of them along; changes nothing.',
}

/** An owner may give money back in any case. */
export const roleWithMoney = ({ role, money }: { role: Role; money: boolean }): string =>
  money && role !== 'OWNER' ? `${roleWords[role]}, with refunds and payments` : roleWords[role]

/** As whom the store is open, in short: `Asha Rao · Owner`, or the name of the key. */
export const viewerWords = ({ viewer: { name, role } }: SessionAnswer): string =>
  role === null ? name : `${name} · ${roleWords[role]}`
