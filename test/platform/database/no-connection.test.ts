import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/generated/prisma/client.ts'
import { ownAddress } from '../../support/addresses.ts'
import { needs, noServer } from '../../support/needs.ts'
import { type Answer, rootFields, routeOperations } from '../../support/operations.ts'
import { type Owner, ownerOf } from '../../support/owner.ts'
import { openShop, type Shop } from '../../support/shop.ts'

const POOL = 8
const WARN = 40
const BUSY = 'The service is busy. Please try again.'

describe('when no connection to the database comes free in time', needs(noServer), () => {
  let shop: Shop
  let store: Store
  let owner: Owner
  let release: () => Promise<unknown>

  beforeAll(async () => {
    shop = await openShop()
    store = await shop.addStore({ products: [{ slug: 'tea', name: 'Tea', price: 100 }] })
    owner = await ownerOf(shop, store)
    const { prisma } = shop.database
    const ends: (() => void)[] = []
    const held: Promise<unknown>[] = []
    await Promise.all(
      Array.from(
        { length: POOL },
        () =>
          new Promise<void>((ready) => {
            const hold = () =>
              new Promise<void>((end) => {
                ends.push(end)
                ready()
              })
            held.push(prisma.$transaction((tx) => tx.$queryRaw`SELECT 1`.then(hold), { timeout: 60_000 }))
          }),
      ),
    )
    release = () => {
      for (const end of ends) end()
      return Promise.all(held)
    }
  })
  afterAll(() => shop.close())

  it('every operation over both interfaces says that the service is busy, and when to come back', async () => {
    const operations = [...routeOperations, ...rootFields]
    const answers = await Promise.all(
      operations.map(async (operation) => ({
        ...operation,
        answer: await operation.call(shop, store.subdomain, { ip: ownAddress() }),
      })),
    )
    for (const { name, answer } of answers) {
      // What is wrong with a request may be told before anybody asks the database.
      if (!isClientFault(answer)) expect({ name, ...busyAs(answer) }).toEqual({ name, ...busyAnswer(answer) })
    }
    const busy = answers.filter(({ answer }) => !isClientFault(answer)).map(({ name }) => name)
    expect(busy).toEqual(
      expect.arrayContaining([
        'GET /api/sites/:subdomain/products',
        'query products',
        'GET /api/sites/:subdomain/reviews/:productId',
        'query trackOrder',
        'mutation signUp',
      ]),
    )
  })

  it('so does the owner’s API', async () => {
    expect(await owner.post('{ products { nodes { name } } }')).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      body: { errors: [{ message: BUSY, extensions: { code: 'UNAVAILABLE', retryAfter: 1 } }] },
    })
  })

  it('is as before once one is free; nothing has been taken for a failure', async () => {
    await release()
    expect(await owner.ask('{ products { nodes { name } } }')).toEqual({ products: { nodes: [{ name: 'Tea' }] } })
    const levels = shop.secrets.lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= WARN)
    expect(levels.map(({ msg }) => msg)).toEqual([])
  })
})

const isClientFault = ({ code }: Answer) =>
  /^4\d\d$/.test(code) || ['BAD_USER_INPUT', 'UNAUTHENTICATED', 'NOT_FOUND', 'INVALID_SIGNATURE'].includes(code)

const busyAs = ({ code, message, headers, body }: Answer) => ({
  code,
  message,
  retryAfter: code === '503' ? headers['retry-after'] : body.errors[0].extensions.retryAfter,
})

const busyAnswer = ({ code }: Answer) =>
  /^\d+$/.test(code)
    ? { code: '503', message: BUSY, retryAfter: '1' }
    : { code: 'UNAVAILABLE', message: BUSY, retryAfter: 1 }
