import type { FastifyRequest } from 'fastify'
import type { LogInPlace } from '../../commerce/people/person-session.ts'
import type { Context } from '../context.ts'
import { personTokenIn } from './session-cookies.ts'

export const logInPlaceOf = ({ headers }: FastifyRequest, { ip, baseUrl }: Context): LogInPlace => ({
  ...{ browser: headers['user-agent'] ?? '', address: ip, replaced: personTokenIn(headers, baseUrl) },
})
