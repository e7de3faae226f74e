import type { Services } from '../../api/context.ts'
import { Problem } from '../../platform/problem.ts'
import { hashOfCode, newCode } from '../../platform/secrets/typed-code.ts'
import { DAY_MS } from '../../platform/time.ts'
import { restoreTriedCode, tryCode } from './set-up-code.sql.ts'

const VALID_MS = DAY_MS

export const isSetUpAlready = () =>
  new Problem('CONFLICT', 'This installation is set up already.', { reason: 'SET_UP_DONE' })

export const wrongCode = () =>
  new Problem('BAD_USER_INPUT', 'This code is wrong or has ended. "storefront set-up-code" prints a new one.', {
    reason: 'WRONG_CODE',
    field: 'code',
  })

export async function isSetUp({ db: { prisma } }: Pick<Services, 'db'>): Promise<boolean> {
  return (await prisma.installation.findFirst({ where: { id: 1 } }))?.setUpAt != null
}

/** Ends an earlier one; only a hash is stored. Null for an installation that is set up. */
export async function newSetUpCode({ db: { prisma }, clock }: Pick<Services, 'db' | 'clock'>): Promise<string | null> {
  const code = newCode()
  await prisma.installation.createMany({ data: [{ id: 1 }], skipDuplicates: true })
  const { count } = await prisma.installation.updateMany({
    where: { id: 1, setUpAt: null },
    data: {
      setUpCodeHash: hashOfCode(code),
      setUpCodeExpiresAt: new Date(clock().getTime() + VALID_MS),
      codesTried: 0,
      codesTriedSince: null,
    },
  })
  return count === 1 ? code : null
}

/** @returns its hash @throws Problem CONFLICT when the installation is set up, BAD_USER_INPUT, RATE_LIMITED */
export async function checkSetUpCode({ db, clock }: Pick<Services, 'db' | 'clock'>, code: string): Promise<string> {
  const installation = await db.prisma.installation.findFirst({ where: { id: 1 } })
  if (installation?.setUpAt) throw isSetUpAlready()
  if (!installation) throw wrongCode()
  const now = clock()
  const tried = await tryCode(db.sql, now)
  if (!tried) {
    throw new Problem(
      'RATE_LIMITED',
      'Too many wrong codes. Wait an hour, or print a new one with "storefront set-up-code".',
      { retryAfter: 3600 },
    )
  }
  // By somebody else, since it was looked up.
  if (tried.setUpAt) throw isSetUpAlready()
  const hash = hashOfCode(code)
  // Hashes are compared, so the time it takes reveals nothing about the code.
  if (tried.hash !== hash || !tried.expiresAt || tried.expiresAt <= now) throw wrongCode()
  await restoreTriedCode(db.sql)
  return hash
}
