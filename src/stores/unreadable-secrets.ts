import type { Services } from '../gateway/context.ts'
import { Prisma } from '../generated/prisma/client.ts'

/** Counts the sealed secrets in the database, and those of them that cannot be opened with any of SECRETS. */
export async function countUnreadableSecrets({
  prisma,
  seal,
}: Pick<Services, 'prisma' | 'seal'>): Promise<{ sealed: number; unreadable: number }> {
  const isReadable = Prisma.join(
    seal.prefixes.map((prefix) => Prisma.sql`starts_with(secret, ${prefix})`),
    ' OR ',
  )
  const [counted] = await prisma.$queryRaw<{ sealed: number; readable: number }[]>`
    SELECT count(secret)::int AS sealed, (count(secret) FILTER (WHERE ${isReadable}))::int AS readable FROM (
      SELECT sealed_key_secret AS secret FROM payment_accounts
      UNION ALL SELECT sealed_webhook_secret FROM payment_accounts
      UNION ALL SELECT sealed_key_secret FROM retired_payment_accounts
      UNION ALL SELECT sealed_webhook_secret FROM retired_payment_accounts
      UNION ALL SELECT sealed_secret FROM webhooks
    ) AS secrets`
  const { sealed, readable } = counted ?? { sealed: 0, readable: 0 }
  return { sealed, unreadable: sealed - readable }
}
