import type { Context } from '../../api/context.ts'
import type { PaymentAccount } from '../../generated/prisma/client.ts'
import { lockRow } from '../../platform/database/row-lock.sql.ts'
import { parseInputAll } from '../../platform/input/parse-input-all.ts'
import { Problem } from '../../platform/problem.ts'
import { changedFields } from '../history/changed-fields.ts'
import { type ChangedBy, type NewChange, recordChange } from '../history/record-change.ts'
import { changeContent } from '../stores/change-content.ts'
import { given } from '../stores/store-write.ts'
import { changeAccount } from './change-account.ts'
import { paymentsSchema } from './payments-format.ts'

export interface PaymentsInput {
  provider: string
  keyId?: string | null | undefined
  keySecret?: string | null | undefined
  webhookSecret?: string | null | undefined
}

/** Null removes the account. @param voidEarlier also voids signatures of retired ones @throws Problem BAD_USER_INPUT */
export async function setPayments(
  scope: Pick<Context, 'services' | 'store' | 'log'> & ChangedBy,
  input: PaymentsInput | null | undefined,
  voidEarlier = false,
): Promise<true> {
  const { services, store, log } = scope
  if (input === undefined) {
    throw new Problem('BAD_USER_INPUT', 'Send input, or null to take no payments')
  }
  const { seal } = services
  const choice = input && parseInputAll(paymentsSchema, choiceOf(input))
  // Whether the store sends mails depends on its taking play money.
  await changeContent(scope, async (tx) => {
    await lockRow(tx, 'stores', { id: store.id })
    const before = await tx.paymentAccount.findUnique({ where: { storeId: store.id } })
    if (!(await changeAccount({ tx, seal, storeId: store.id, now: services.clock() }, choice))) {
      throw new Problem('BAD_USER_INPUT', 'keySecret is required: the store does not have this key yet', {
        field: 'keySecret',
      })
    }
    const after = await tx.paymentAccount.findUnique({ where: { storeId: store.id } })
    await recordChange(tx, scope, accountChange(before, after))
    if (voidEarlier) await tx.retiredPaymentAccount.deleteMany({ where: { storeId: store.id } })
  })
  log.info({ provider: choice?.provider ?? null, voidEarlier }, 'The owner set the payment account')
  return true
}

function accountChange(before: PaymentAccount | null, after: PaymentAccount | null): NewChange {
  const subject = { subject: 'PAYMENT_ACCOUNT', subjectName: (after ?? before)?.provider ?? '' } as const
  if (!before || !after) return { ...subject, action: after ? 'CREATED' : before ? 'DELETED' : 'CHANGED' }
  const secret = ['sealedKeySecret', 'sealedWebhookSecret']
  const names = { sealedKeySecret: 'keySecret', sealedWebhookSecret: 'webhookSecret' }
  return { ...subject, action: 'CHANGED', fields: changedFields(before, after, { currency: '', secret, names }) }
}

/** In the form of bundles. Null counts as omitted, except that it clears the webhook secret. */
function choiceOf({ provider, keyId, keySecret, webhookSecret }: PaymentsInput): object {
  return given({
    provider: provider.toLowerCase(),
    keyId: keyId ?? undefined,
    keySecret: keySecret ?? undefined,
    webhookSecret: provider === 'SANDBOX' ? (webhookSecret ?? undefined) : webhookSecret,
  })
}
