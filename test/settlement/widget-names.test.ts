import { expect, it } from 'vitest'
import { openSellingStore } from '../checkout/selling-store.ts'
import { buyer, dataOf, orderRow, pay } from '../support/buying.ts'
import { rest } from '../support/call.ts'
import { clientOf } from '../support/client.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const selling = await openSellingStore(shop)

const verify = (body: object, headers = {}) =>
  rest(shop, 'POST', `/api/sites/${selling.store.subdomain}/checkout/verify`, body, { headers })

async function receipt() {
  const client = clientOf(shop, selling.store.subdomain, 'REST')
  const { orderNo, providerOrderId } = await dataOf(client.checkout({ items: [selling.item('assam')], buyer }))
  const { provider_order_id, provider_payment_id, provider_signature } = await pay(shop, providerOrderId)
  return { orderNo, order: provider_order_id, payment: provider_payment_id, signature: provider_signature }
}

it('a payment is verified by what the provider’s widget hands over, as it names it', async () => {
  const { orderNo, order, payment, signature } = await receipt()
  const handed = { razorpay_order_id: order, razorpay_payment_id: payment, razorpay_signature: signature }
  expect(await verify(handed)).toMatchObject({ status: 200, body: { success: true } })
  expect(await orderRow(shop, selling.store, orderNo)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
  expect(await verify({ ...handed, razorpay_signature: 'x' })).toMatchObject({ status: 400 })
})

it('under both kinds of names ours count, and they may be mixed', async () => {
  const { order, payment, signature } = await receipt()
  const ours = { provider_order_id: order, provider_signature: signature, razorpay_order_id: 'order_x' }
  expect((await verify({ ...ours, razorpay_payment_id: payment })).body).toEqual({ success: true })
})

it('what is missing is named, whichever names are used', async () => {
  const given = { razorpay_order_id: 'order_x', provider_payment_id: ' ' }
  expect((await verify(given)).body).toEqual({ error: 'Missing fields' })
  const { body } = await verify(given, { accept: 'application/problem+json' })
  expect(body).toMatchObject({
    detail: 'Missing fields',
    errors: [
      { field: 'provider_payment_id', message: 'provider_payment_id or razorpay_payment_id is required' },
      { field: 'provider_signature', message: 'provider_signature or razorpay_signature is required' },
    ],
  })
})
