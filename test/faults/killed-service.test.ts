import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { needs, noServer } from '../support/needs.ts'
import { environmentOfItsOwn } from '../support/own-database.ts'
import { buyPersistently, expectBooks, type Send } from '../support/persistent-buyers.ts'
import { runStorefront, startService } from '../support/process.ts'

const KILLS = 20
const BUYERS_EACH_TIME = 5
const STOCK = 1_000
const subdomain = 'tea-house'

const bundle = {
  format: 'storefront-bundle/1',
  store: {
    ...{ subdomain, businessName: 'Tea House', currency: 'INR', timeZone: 'Asia/Kolkata', active: true },
    payments: { provider: 'sandbox' },
  },
  products: [{ slug: 'tea', name: 'Tea', price: 100, stock: STOCK }],
}

// The embedded database belongs to one process, and is killed with it in checkout/crash.test.ts.
describe('a service on a PostgreSQL server', needs(noServer), () => {
  it(`is killed ${KILLS} times while people buy: each has one order in the end`, { timeout: 900_000 }, async () => {
    const { env, remove } = await environmentOfItsOwn()
    const settings = { ...env, RATE_LIMITS: 'off', HOLD_LIMITS: '{"units":1000,"orders":1000}' }
    const file = join(env.DATA_DIR ?? '', 'bundle.json')
    await writeFile(file, JSON.stringify(bundle))
    expect(await runStorefront(['import', file], settings)).toMatchObject({ status: 0 })

    let service = await startService(settings)
    const send: Send = async (method, path, body, headers = {}) => {
      try {
        const answer = await fetch(`${service.url}${path}`, {
          method,
          headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        })
        const retryAfter = answer.headers.get('retry-after') ?? undefined
        return { status: answer.status, retryAfter, body: await answer.json() }
      } catch {
        // It was killed before it had answered.
        return null
      }
    }
    const list = await send('GET', `/api/sites/${subdomain}/products`)
    const productId: string = list?.body.products[0].id

    let finished = 0
    const failures: unknown[] = []
    const buying: Promise<string[]>[] = []
    for (let time = 1; time <= KILLS; time += 1) {
      const before = finished
      for (let index = 0; index < BUYERS_EACH_TIME; index += 1) {
        const one = buyPersistently(send, subdomain, productId, 1, `buyer-${time}.${index}`).then(({ orderNos }) => {
          finished += 1
          return orderNos
        })
        one.catch((error: unknown) => failures.push(error))
        buying.push(one)
      }
      const goesOn = () => expect(finished > before || failures.length > 0).toBe(true)
      await vi.waitFor(goesOn, { timeout: 120_000, interval: 5 })
      expect(failures).toEqual([])
      await wait(5 * time)
      await service.stop('SIGKILL')
      service = await startService(settings)
    }

    const orderNos = (await Promise.all(buying)).flat()
    expect(orderNos).toHaveLength(KILLS * BUYERS_EACH_TIME)
    expect(await service.stop()).toBe(0)
    const url = env.DATABASE_URL ?? ''
    const { prisma, close } = await openDatabase({ kind: 'served', url, poolSize: 2, statementTimeoutMs: 5_000 })
    const store = await prisma.store.findUniqueOrThrow({ where: { subdomain } })
    await expectBooks(prisma, store, { orderNos, stock: STOCK })
    await close()
    await remove()
  })
})
