import { personBuilder } from '../api/graphql/schema/person-builder.ts'
import '../commerce/people/email-change/email-change.person.ts'
import '../commerce/people/me.person.ts'
import '../commerce/people/members/leave-store.person.ts'
import '../commerce/people/second-factor/second-factor.person.ts'

export const personSchema = personBuilder.toSchema()
