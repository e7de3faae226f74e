import { closeStore } from '../../src/commerce/opening/open-store.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { fullCaller } from '../support/owner.ts'
import type { Shop } from '../support/shop.ts'

export const close = (shop: Pick<Shop, 'services'>, store: Store): Promise<Store> =>
  closeStore({ services: shop.services, store, caller: fullCaller })

/** What a shop needs to open. */
export const termsPage = { slug: 'terms', title: 'Terms and conditions', markdown: 'Pay first.', published: true }
