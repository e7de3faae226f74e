import type { Services } from '../gateway/context.ts'
import { Prisma } from '../generated/prisma/client.ts'

/** How many secrets the database keeps sealed, and how many of them none of SECRETS has sealed. */
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
