import { resolve } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buyer, openTeaHouse, type TeaHouse } from './tea-house.ts'

/** What Deno, Cloudflare's workers and browsers' workers have in common; nothing of Node, no window, no storage. */
const common = {
  ...{ fetch, Request, Response, Headers, URL, URLSearchParams, AbortController, AbortSignal, DOMException, Event },
  ...{ TextDecoder, TextEncoder, TextDecoderStream, ReadableStream, TransformStream, crypto },
  ...{ setTimeout, clearTimeout, queueMicrotask, structuredClone },
}

let house: TeaHouse
beforeAll(async () => {
  house = await openTeaHouse()
})
afterAll(() => house.close())

it('buys and follows an order where there is nothing but what all runtimes have', async () => {
  const { outputFiles } = await build({
    stdin: { contents: "export * from './src/index.ts'", resolveDir: resolve('clients/typescript'), loader: 'ts' },
    ...{ bundle: true, write: false, format: 'iife', globalName: 'client', platform: 'neutral', target: 'es2022' },
    mainFields: ['module', 'main'],
  })
  const worker = createContext({ ...common, options: { baseUrl: house.baseUrl, store: house.store.subdomain }, buyer })
  expect(runInContext('typeof process + typeof Buffer + typeof require + typeof window', worker)).toBe(
    'undefined'.repeat(4),
  )
  runInContext(outputFiles?.[0]?.text ?? '', worker)
  const bought = runInContext(
    `(async () => {
      const shop = client.createStorefront(options)
      const { product } = await shop.product({ idOrSlug: 'cup' })
      await shop.changeCart({ add: [{ id: product.id, qty: 1 }] })
      const { orderNo, providerOrderId } = await shop.checkout({ buyer })
      await shop.verifyPayment(await shop.payInSandbox({ providerOrderId }))
      const refused = await shop.product({ idOrSlug: 'none' }).catch(({ code }) => code)
      for await (const { order } of shop.followOrder({ orderNo, phone: buyer.phone })) {
        if (order.status === 'confirmed') return [refused, client.formatMoney(order.total, order.currency, 'en-IN')]
      }
    })()`,
    worker,
  )
  expect(await bought).toEqual(['NOT_FOUND', expect.stringMatching(/^₹[\d,.]+$/)])
})
