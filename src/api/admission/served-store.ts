import type { Store } from '../../generated/prisma/client.ts'

/** Whether shoppers reach it: its owner has switched it on, and whoever runs the installation has not suspended it. */
export const isServed = <Found extends Pick<Store, 'active' | 'suspendedAt'>>(
  store: Found | null | undefined,
): store is Found => store?.active === true && store.suspendedAt === null
