import { randomBytes } from 'node:crypto'
import type { PaymentAccount } from '../../generated/prisma/client.ts'
import type { Seal } from '../../platform/sealed-secrets.ts'
import type { BundleStore } from './bundle-format.ts'
import { issueAt } from './bundle-issues.ts'
import { differs, type ImportRun } from './import-run.ts'

type Run = Pick<ImportRun, 'tx' | 'storeId' | 'issues'>
type Sealing = Pick<Seal, 'seal' | 'open'>
type Payments = NonNullable<BundleStore['payments']>
type Razorpay = Extract<Payments, { provider: 'razorpay' }>
type AccountFields = Omit<PaymentAccount, 'storeId' | 'updatedAt'>

/** The store's account with a payment provider: sandbox keys are made once; secrets that are not given stay. */
export async function importPayments(run: Run, seal: Sealing, payments: BundleStore['payments']): Promise<void> {
  const { tx, storeId } = run
  if (payments === undefined) return
  if (payments === null) {
    await tx.paymentAccount.deleteMany({ where: { storeId } })
    return
  }
  const account = await tx.paymentAccount.findUnique({ where: { storeId } })
  const wanted =
    payments.provider === 'sandbox' ? sandboxAccount(run, seal, account) : razorpayAccount(run, seal, account, payments)
  if (wanted === null || (account && !differs(account, wanted))) return
  await tx.paymentAccount.upsert({ where: { storeId }, create: { storeId, ...wanted }, update: wanted })
}

function sandboxAccount({ storeId }: Run, seal: Sealing, account: PaymentAccount | null): AccountFields {
  // What nothing opens any more counts as not configured: the sandbox gets new keys then.
  if (account?.provider === 'SANDBOX' && seal.open(storeId, account.sealedKeySecret) !== null) return account
  return {
    provider: 'SANDBOX',
    keyId: `sandbox_${randomBytes(12).toString('hex')}`,
    sealedKeySecret: seal.seal(storeId, randomBytes(32).toString('base64url')),
    sealedWebhookSecret: seal.seal(storeId, randomBytes(32).toString('base64url')),
  }
}

/** Null, with an issue, when the key's secret is neither given nor known. */
function razorpayAccount(
  { storeId, issues }: Run,
  seal: Sealing,
  account: PaymentAccount | null,
  { keyId, keySecret, webhookSecret }: Razorpay,
): AccountFields | null {
  /** `sealed` itself when it holds `plain` already: sealing twice gives two texts, and nothing has changed. */
  const sealAnew = (plain: string, sealed: string | null | undefined): string =>
    sealed && seal.open(storeId, sealed) === plain ? sealed : seal.seal(storeId, plain)

  const known = account?.provider === 'RAZORPAY' && account.keyId === keyId ? account : null
  const plain = keySecret ?? (known && seal.open(storeId, known.sealedKeySecret))
  if (plain === null) {
    const expected = `the secret of key ${keyId}, which the store does not have yet`
    issues.push(issueAt(['store', 'payments', 'keySecret'], expected, undefined))
    return null
  }
  const sealedWebhookSecret =
    typeof webhookSecret === 'string' ? sealAnew(webhookSecret, known?.sealedWebhookSecret) : webhookSecret
  return {
    provider: 'RAZORPAY',
    keyId,
    sealedKeySecret: sealAnew(plain, known?.sealedKeySecret),
    sealedWebhookSecret: sealedWebhookSecret === undefined ? (known?.sealedWebhookSecret ?? null) : sealedWebhookSecret,
  }
}
