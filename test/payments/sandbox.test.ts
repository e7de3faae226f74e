import fc from 'fast-check'
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSandboxLedger } from '../../src/commerce/payments/payments.sql.ts'
import { createPayments } from '../../src/commerce/payments/payments.ts'
import type { ProviderAccount } from '../../src/commerce/payments/provider.ts'
import {
  createSandbox,
  failedPayment,
  newSandboxOrderId,
  storeOfSandboxOrder,
} from '../../src/commerce/payments/sandbox.ts'
import { Prisma } from '../../src/generated/prisma/client.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { createSeal } from '../../src/platform/secrets/sealed-secrets.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { captureLog } from './captured-log.ts'

const price = { amount: 49_900n, currency: 'INR' }

describe('the id of a sandbox order', () => {
  it('names its store and is fit for a URL', () => {
    fc.assert(
      fc.property(fc.uuid(), (storeId) => {
        const id = newSandboxOrderId(storeId)
        return /^order_[\w-]{36}$/.test(id) && storeOfSandboxOrder(id) === storeId
      }),
    )
  })

  it('is never given twice', () => {
    const ids = Array.from({ length: 1_000 }, () => newSandboxOrderId('01890000-0000-7000-8000-000000000001'))
    expect(new Set(ids)).toHaveLength(1_000)
  })

  it.each(['', 'order_', 'free_ORD-0123456789', 'order_DaZlswtdcn9UNV', `order_${'a'.repeat(37)}`, '\0'])(
    'is not %j',
    (text) => {
      expect(storeOfSandboxOrder(text)).toBeNull()
    },
  )
})

describe('the sandbox', () => {
  const seal = createSeal(['a secret of thirty-two characters'])
  let database: Database
  let asha: ProviderAccount
  let ravi: ProviderAccount

  beforeAll(async () => {
    database = await openTestDatabase()
    asha = await openAccount('asha-teas')
    ravi = await openAccount('ravi-rugs')
  })
  afterAll(() => database.close())

  async function openAccount(subdomain: string): Promise<ProviderAccount> {
    const data = { subdomain, businessName: subdomain, currency: 'INR' }
    const { id: storeId } = await database.prisma.store.create({ data })
    const account = { storeId, provider: 'SANDBOX', keyId: `sandbox_${subdomain}` } as const
    const keySecret = `secret of ${subdomain}`
    await database.prisma.paymentAccount.create({
      data: { ...account, sealedKeySecret: seal.seal(storeId, keySecret) },
    })
    return { ...account, keySecret, webhookSecret: null }
  }

  /** As after a restart, or in another process: nothing is shared but the database. */
  function open() {
    const sandbox = createSandbox(
      createSandboxLedger(() => database.sql),
      seal,
    )
    return { sandbox, payments: createPayments({ baseUrl: null, sandbox, log: captureLog().log }) }
  }

  const newOrder = async (account: ProviderAccount) => {
    const { id } = await open().payments.createOrder(account, { ...price, orderNo: 'ORD-0123456789' })
    return { ...price, providerOrderId: id }
  }

  const payOrder = ({ storeId }: ProviderAccount, order: Awaited<ReturnType<typeof newOrder>>) =>
    open().sandbox.pay(
      storeId,
      Prisma.sql`
        SELECT ${order.providerOrderId} AS provider_order_id, ${order.amount}::bigint AS amount,
          ${order.currency} AS currency`,
    )

  async function pay(account: ProviderAccount, order: Awaited<ReturnType<typeof newOrder>>) {
    const answer = await payOrder(account, order)
    if (!answer) throw new Error('The order was not paid')
    return answer
  }

  it('hands over what Razorpay’s own library accepts as paid', async () => {
    const order = await newOrder(asha)
    const answer = await pay(asha, order)
    const { provider_order_id: order_id, provider_payment_id: payment_id, provider_signature } = answer
    expect(order_id).toBe(order.providerOrderId)
    expect(validatePaymentVerification({ order_id, payment_id }, provider_signature, asha.keySecret)).toBe(true)
  })

  it('remembers who paid, in every process and after a restart', async () => {
    const order = await newOrder(asha)
    const answer = await pay(asha, order)
    expect((await open().payments.paymentsOf(asha, order.providerOrderId)).captured).toEqual([
      { ...order, providerPaymentId: answer.provider_payment_id },
    ])
  })

  it('knows of no payment before somebody pays, nor after one that failed', async () => {
    const { providerOrderId } = await newOrder(asha)
    expect((await open().payments.paymentsOf(asha, providerOrderId)).captured).toEqual([])
    failedPayment(providerOrderId)
    expect((await open().payments.paymentsOf(asha, providerOrderId)).captured).toEqual([])
  })

  it('takes the money once, however often and from wherever it is paid', async () => {
    const order = await newOrder(asha)
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(asha, order)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1)
    expect((await open().payments.paymentsOf(asha, order.providerOrderId)).captured).toHaveLength(1)
  })

  it('gives a failed payment a signature that looks real and does not verify', async () => {
    const { providerOrderId: order_id } = await newOrder(asha)
    const { provider_payment_id: payment_id, provider_signature } = failedPayment(order_id)
    expect(provider_signature).toMatch(/^[0-9a-f]{64}$/)
    expect(validatePaymentVerification({ order_id, payment_id }, provider_signature, asha.keySecret)).toBe(false)
  })

  it('leaves it to nobody else to wait for the disk or not', async () => {
    const settings = () =>
      Promise.all(
        Array.from(
          { length: 10 },
          () => database.sql.$queryRaw<{ waits: string }[]>`
          SELECT current_setting('synchronous_commit') AS waits`,
        ),
      )
    const before = await settings()
    await payOrder(asha, await newOrder(asha))
    expect(await settings()).toEqual(before)
  })

  it('never signs with the account of a provider that takes real money', async () => {
    const meena = await openAccount('meena-mats')
    const order = await newOrder(meena)
    const where = { storeId: meena.storeId }
    await database.prisma.paymentAccount.update({ where, data: { provider: 'RAZORPAY' } })
    expect(await payOrder(meena, order)).toBeNull()
    expect((await open().payments.paymentsOf(meena, order.providerOrderId)).captured).toEqual([])
  })

  it('shows no store what another was paid', async () => {
    const order = await newOrder(asha)
    await pay(asha, order)
    expect((await open().payments.paymentsOf(ravi, order.providerOrderId)).captured).toEqual([])
  })
})
