import { suspendStore } from '../commerce/stores/suspend-store.ts'
import { waysToData } from '../platform/database/db.ts'
import { getStore, storesOf, withCurrentDatabase } from './open-for-command.ts'

/** @returns a line that says what is so now */
export const suspendBySubdomain = (subdomain: string, isSuspended: boolean): Promise<string> =>
  withCurrentDatabase(async (database, config) => {
    const store = await getStore(database, config, subdomain)
    const services = { ...waysToData(database), stores: storesOf(database), clock: () => new Date() }
    const { active } = await suspendStore({ services, store }, isSuspended)
    if (isSuspended) return `${subdomain} is suspended: shoppers no longer reach it.`
    return `${subdomain} is not suspended${active ? '.' : ', but its owner has it switched off.'}`
  })
