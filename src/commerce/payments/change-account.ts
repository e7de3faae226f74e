import { randomBytes } from 'node:crypto'
import type { PaymentAccount, Prisma } from '../../generated/prisma/client.ts'
import { issueAt } from '../../platform/input/issues.ts'
import type { Seal } from '../../platform/secrets/sealed-secrets.ts'
import type { StoreWrite } from '../stores/store-write.ts'
import type { PaymentsEntry } from './payments-format.ts'

interface AccountChange {
  tx: Prisma.TransactionClient
  seal: Pick<Seal, 'seal' | 'open'>
  storeId: string
  now: Date
}

type AccountFields = Omit<PaymentAccount, 'storeId' | 'updatedAt'>

/**
 * Sets or removes the account, and retires the previous one. Needs the lock of the store's row. Sandbox keys stay once
 * made.
 * @returns false when the key's secret is neither given nor known
 */
export async function changeAccount(change: AccountChange, choice: PaymentsEntry | null): Promise<boolean> {
  const { tx, storeId } = change
  const account = await tx.paymentAccount.findUnique({ where: { storeId } })
  if (choice === null) {
    await tx.paymentAccount.deleteMany({ where: { storeId } })
    await retire(change, account, null)
    return true
  }
  const wanted =
    choice.provider === 'sandbox' ? sandboxAccount(change, account) : razorpayAccount(change, account, choice)
  if (wanted === null) return false
  if (account && isSame(account, wanted)) return true
  await tx.paymentAccount.upsert({ where: { storeId }, create: { storeId, ...wanted }, update: wanted })
  await retire(change, account, wanted)
  return true
}

/** Keeps an account whose secrets change for checking signatures, unless its secret cannot be opened. */
async function retire(
  { tx, seal, storeId, now }: AccountChange,
  old: PaymentAccount | null,
  wanted: AccountFields | null,
) {
  if (!old || seal.open(storeId, old.sealedKeySecret) === null) return
  const signsOn =
    old.provider === wanted?.provider &&
    old.sealedKeySecret === wanted.sealedKeySecret &&
    (old.sealedWebhookSecret === null || old.sealedWebhookSecret === wanted.sealedWebhookSecret)
  if (signsOn) return
  const { provider, keyId, sealedKeySecret, sealedWebhookSecret } = old
  await tx.retiredPaymentAccount.create({
    data: { storeId, provider, keyId, sealedKeySecret, sealedWebhookSecret, retiredAt: now },
  })
}

const isSame = (account: PaymentAccount, wanted: AccountFields): boolean =>
  account.provider === wanted.provider &&
  account.keyId === wanted.keyId &&
  account.sealedKeySecret === wanted.sealedKeySecret &&
  account.sealedWebhookSecret === wanted.sealedWebhookSecret

function sandboxAccount({ seal, storeId }: AccountChange, account: PaymentAccount | null): AccountFields {
  // Without a readable secret the sandbox gets new keys.
  if (account?.provider === 'SANDBOX' && seal.open(storeId, account.sealedKeySecret) !== null) return account
  return {
    provider: 'SANDBOX',
    keyId: `sandbox_${randomBytes(12).toString('hex')}`,
    sealedKeySecret: seal.seal(storeId, randomBytes(32).toString('base64url')),
    sealedWebhookSecret: seal.seal(storeId, randomBytes(32).toString('base64url')),
  }
}

function razorpayAccount(
  { seal, storeId }: AccountChange,
  account: PaymentAccount | null,
  { keyId, keySecret, webhookSecret }: Extract<PaymentsEntry, { provider: 'razorpay' }>,
): AccountFields | null {
  // Sealing the same text again would look like a change.
  const sealAnew = (plain: string, sealed: string | null | undefined): string =>
    sealed && seal.open(storeId, sealed) === plain ? sealed : seal.seal(storeId, plain)

  const known = account?.provider === 'RAZORPAY' && account.keyId === keyId ? account : null
  const plain = keySecret ?? (known && seal.open(storeId, known.sealedKeySecret))
  if (plain === null) return null
  const sealedWebhookSecret =
    typeof webhookSecret === 'string' ? sealAnew(webhookSecret, known?.sealedWebhookSecret) : webhookSecret
  return {
    provider: 'RAZORPAY',
    keyId,
    sealedKeySecret: sealAnew(plain, known?.sealedKeySecret),
    sealedWebhookSecret: sealedWebhookSecret === undefined ? (known?.sealedWebhookSecret ?? null) : sealedWebhookSecret,
  }
}

export async function writePayments(
  { tx, storeId, now, issues }: Pick<StoreWrite, 'tx' | 'storeId' | 'now' | 'issues'>,
  seal: Pick<Seal, 'seal' | 'open'>,
  payments: PaymentsEntry | null | undefined,
): Promise<void> {
  if (payments === undefined) return
  if (await changeAccount({ tx, seal, storeId, now }, payments)) return
  const keyId = payments?.provider === 'razorpay' ? payments.keyId : ''
  const expected = `the secret of key ${keyId}, which the store does not have yet`
  issues.push(issueAt(['store', 'payments', 'keySecret'], expected, undefined))
}
