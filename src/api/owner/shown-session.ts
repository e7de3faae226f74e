import { endOf } from '../../commerce/owners/session-lifetime.ts'
import { confirmedAtOf } from '../../commerce/people/person-session.ts'
import type { Person, PersonSession, Store } from '../../generated/prisma/client.ts'
import type { LoggedInPerson, SessionAnswer, ViewerAnswer } from '../../shared/answers.ts'
import type { Caller } from '../admission/caller.ts'
import { isConfirmedLately } from '../admission/confirmed-lately.ts'
import { keyScopes } from '../admission/key-scopes.ts'

type Times = Parameters<typeof endOf>[0]

/** A store that the browser may enter, as the console reads it. */
export const shownSession = (
  { subdomain, businessName, currency, timeZone, shippingCountry, suspendedAt }: Store,
  session: Times,
  caller: Caller,
): SessionAnswer => ({
  store: subdomain,
  business_name: businessName,
  currency,
  time_zone: timeZone,
  country: shippingCountry,
  suspended: suspendedAt !== null,
  key: caller.kind === 'key' ? { id: caller.id, name: caller.name, scopes: caller.power.scopes } : null,
  viewer: viewerOf(caller),
  expires_at: endOf(session).toISOString(),
})

const viewerOf = ({ kind, id, name, power, member }: Caller): ViewerAnswer => ({
  ...{ kind, id, name, role: member?.role ?? null, everything: power.everything },
  scopes: power.everything ? keyScopes : power.scopes,
  reads: power.reads,
  figures: power.figures,
})

export const shownPerson = ({ id, email, name }: Person, session: Times) => ({
  person: { id, email, name },
  expires_at: endOf(session),
})

/** Time for what is asked for next. */
const MARGIN_MS = 60_000

export const listedPerson = ({ id, email, name }: Person, session: PersonSession, now: Date): LoggedInPerson => ({
  ...{ id, email, name },
  expires_at: endOf(session).toISOString(),
  confirmed: isConfirmedLately(confirmedAtOf(session), new Date(now.getTime() + MARGIN_MS)),
})
