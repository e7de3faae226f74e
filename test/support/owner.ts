import type { Caller } from '../../src/api/admission/caller.ts'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import type { Shop } from './shop.ts'

/** With a key that may do everything, for use cases that are called without a request. */
export const fullCaller: Caller = {
  ...{ kind: 'key', id: 'test', name: 'Test' },
  power: { everything: true, scopes: [], reads: [], figures: true },
  member: null,
}

/** The owner of a store, who calls the owner's API with a key of the store. */
export interface Owner {
  key: string
  keyId: string
  /** The data of an answer that has to be without errors. */
  ask(query: string, variables?: object): Promise<any>
  /** The one error of an answer that has to have it: its code and its message. */
  refused(query: string, variables?: object): Promise<{ code: string; message: string }>
  /** The answer as it comes. */
  post(query: string, variables?: object): Promise<{ status: number; headers: any; body: any }>
}

export async function ownerOf(shop: Shop, store: Store): Promise<Owner> {
  const { key, ownerKey } = await createOwnerKey(shop.services, store.id, 'test')
  const post: Owner['post'] = (query, variables) => postAsOwner(shop, store.subdomain, key, query, variables)
  return {
    key,
    keyId: ownerKey.id,
    post,
    async ask(query, variables) {
      const { body } = await post(query, variables)
      if (body.errors) throw new Error(`The owner was refused: ${JSON.stringify(body.errors)}`)
      return body.data
    },
    async refused(query, variables) {
      const { body } = await post(query, variables)
      const [error, ...more] = body.errors ?? []
      if (!error || more.length > 0) throw new Error(`Expected one error: ${JSON.stringify(body)}`)
      return { code: error.extensions.code, message: error.message }
    },
  }
}

let lastAddress = 0

/** Every call comes from an address of its own, so that limits stay out of the way. */
export async function postAsOwner(
  shop: Shop,
  subdomain: string,
  key: string | null,
  query: string,
  variables: object = {},
  headers: Record<string, string> = {},
) {
  lastAddress += 1
  const response = await shop.app.inject({
    method: 'POST',
    url: `/api/sites/${subdomain}/owner/graphql`,
    headers: {
      'x-forwarded-for': `11.${(lastAddress >> 16) & 255}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`,
      'content-type': 'application/json',
      ...(key && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    payload: JSON.stringify({ query, variables }),
  })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}
