import type { Services } from '../../api/context.ts'
import type { RetiredPaymentAccount, Webhook } from '../../generated/prisma/client.ts'
import { rowsOfAllStores } from './payments.sql.ts'

type Resealing = Pick<Services, 'db' | 'seal' | 'logger'>
type Sealed = Pick<RetiredPaymentAccount, 'storeId' | 'sealedKeySecret' | 'sealedWebhookSecret'>

/** Encrypts secrets again with the newest of SECRETS; unreadable ones stay. */
export async function resealSecrets(services: Resealing): Promise<void> {
  await resealWebhooks(services)
  await resealAccounts(services)
  await resealRetired(services)
}

async function resealAccounts({ db, seal, logger }: Resealing): Promise<void> {
  const accounts = await rowsOf<Sealed>({ db, logger }, 'payment_accounts', [
    'storeId',
    'sealedKeySecret',
    'sealedWebhookSecret',
  ])
  for (const account of accounts) {
    const data = sealedAnew(seal, account)
    if (!data) continue
    // Skips an account that changed meanwhile.
    const { count } = await db.prisma.paymentAccount.updateMany({ where: account, data })
    if (count > 0) logger.info({ storeId: account.storeId }, 'Re-encrypted the payment secrets with the newest secret')
  }
}

async function resealRetired({ db, seal, logger }: Resealing): Promise<void> {
  const accounts = await rowsOf<Sealed & Pick<RetiredPaymentAccount, 'id'>>(
    { db, logger },
    'retired_payment_accounts',
    ['storeId', 'id', 'sealedKeySecret', 'sealedWebhookSecret'],
  )
  for (const { storeId, id, ...sealed } of accounts) {
    const data = sealedAnew(seal, { storeId, ...sealed })
    if (data) await db.prisma.retiredPaymentAccount.updateMany({ where: { storeId, id }, data })
  }
}

async function resealWebhooks({ db, seal, logger }: Resealing): Promise<void> {
  type Row = Pick<Webhook, 'storeId' | 'id' | 'sealedSecret' | 'sealedPreviousSecret' | 'version'>
  const webhooks = await rowsOf<Row>({ db, logger }, 'webhooks', [
    'storeId',
    'id',
    'sealedSecret',
    'sealedPreviousSecret',
    'version',
  ])
  for (const { storeId, id, sealedSecret, sealedPreviousSecret, version } of webhooks) {
    const data = {
      sealedSecret: anew(seal, storeId, sealedSecret),
      sealedPreviousSecret: sealedPreviousSecret && anew(seal, storeId, sealedPreviousSecret),
    }
    if (data.sealedSecret === sealedSecret && data.sealedPreviousSecret === sealedPreviousSecret) continue
    // Skips a secret that may have been rotated meanwhile.
    const { count } = await db.prisma.webhook.updateMany({ where: { storeId, id, version }, data })
    if (count > 0)
      logger.info({ storeId, webhookId: id }, 'Re-encrypted the secret of a webhook with the newest secret')
  }
}

async function rowsOf<Row extends object>(
  { db: { sql }, logger }: Pick<Services, 'db' | 'logger'>,
  table: string,
  fields: readonly (keyof Row & string)[],
): Promise<Row[]> {
  const { rows, failures } = await rowsOfAllStores<Row>(sql, table, fields)
  for (const reason of failures) logger.warn({ reason, table }, 'Some sealed secrets could not be checked')
  return rows
}

function sealedAnew(seal: Services['seal'], { storeId, sealedKeySecret, sealedWebhookSecret }: Sealed) {
  const data = {
    sealedKeySecret: anew(seal, storeId, sealedKeySecret),
    sealedWebhookSecret: sealedWebhookSecret && anew(seal, storeId, sealedWebhookSecret),
  }
  const isUnchanged = data.sealedKeySecret === sealedKeySecret && data.sealedWebhookSecret === sealedWebhookSecret
  return isUnchanged ? null : data
}

function anew(seal: Services['seal'], storeId: string, sealed: string): string {
  const plain = seal.isCurrent(sealed) ? null : seal.open(storeId, sealed)
  return plain === null ? sealed : seal.seal(storeId, plain)
}
