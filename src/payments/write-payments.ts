import { issueAt } from '../platform/input/issues.ts'
import type { Seal } from '../platform/secrets/sealed-secrets.ts'
import type { ImportRun } from '../stores/import-run.ts'
import { changeAccount } from './change-account.ts'
import type { PaymentsEntry } from './payments-format.ts'

/** Writes the store's payment account from a bundle. */
export async function writePayments(
  { tx, storeId, now, issues }: Pick<ImportRun, 'tx' | 'storeId' | 'now' | 'issues'>,
  seal: Pick<Seal, 'seal' | 'open'>,
  payments: PaymentsEntry | null | undefined,
): Promise<void> {
  if (payments === undefined) return
  if (await changeAccount({ tx, seal, storeId, now }, payments)) return
  const keyId = payments?.provider === 'razorpay' ? payments.keyId : ''
  const expected = `the secret of key ${keyId}, which the store does not have yet`
  issues.push(issueAt(['store', 'payments', 'keySecret'], expected, undefined))
}
