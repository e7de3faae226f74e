import { endOf } from '../../commerce/owners/session-lifetime.ts'
import type { Person, Store } from '../../generated/prisma/client.ts'
import type { SessionAnswer, ViewerAnswer } from '../../shared/answers.ts'
import type { Caller } from '../admission/caller.ts'
import { keyScopes } from '../admission/key-scopes.ts'

type Times = Parameters<typeof endOf>[0]

/** A store that the browser may enter, as the console reads it. */
export const shownSession = (
  { subdomain, businessName, currency, timeZone, shippingCountry }: Store,
  session: Times,
  caller: Caller,
): SessionAnswer => ({
  store: subdomain,
  business_name: businessName,
  currency,
  time_zone: timeZone,
  country: shippingCountry,
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
