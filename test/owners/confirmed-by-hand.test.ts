import type { GraphQLSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { confirmsAgain } from '../../src/api/graphql/schema/operation-plugin.ts'
import { csvExports } from '../../src/process/exports.ts'
import { ownerSchema } from '../../src/process/owner-schema.ts'
import { personSchema } from '../../src/process/person-schema.ts'

/**
 * What a browser that was left open must not be enough for. It is written by hand: whoever declares a field finds
 * nothing wrong with a declaration that is missing.
 */
const confirmed = {
  owner: [
    ...['createKey', 'revokeKey', 'setPayments'],
    ...['inviteMember', 'revokeInvitation', 'changeMember', 'removeMember'],
  ],
  person: ['confirmTotp', 'leaveStore', 'removeTotp', 'requestEmailChange', 'startTotp'],
  exports: ['customers.csv'],
}

/** Those that ask for the password themselves, or are about customers and what they have paid. */
const otherwise = {
  owner: [
    ...['recordPayment', 'undoRecordedPayment', 'createPasswordLink', 'setAccessPassword'],
    ...['upsertPaymentMethod', 'deletePaymentMethod', 'setPaymentMethodOrder'],
  ],
  person: ['changePassword', 'confirmEmailChange'],
}

const touches = /email|password|factor|totp|recovery|member|invit|key|payment|^delete(me|store)|leave/i

const mutationsOf = (schema: GraphQLSchema) => Object.values(schema.getMutationType()?.getFields() ?? {})

describe('The password is asked for again', () => {
  it.each([
    ['owner', ownerSchema],
    ['person', personSchema],
  ] as const)('by these mutations of the %s’s API, and by no other field', (name, schema) => {
    const declared = Object.values(schema.getTypeMap()).flatMap((type) =>
      'getFields' in type && 'getInterfaces' in type
        ? Object.values(type.getFields()).flatMap((field) =>
            confirmsAgain(field) ? [type === schema.getMutationType() ? field.name : `${type.name}.${field.name}`] : [],
          )
        : [],
    )
    expect(declared.toSorted()).toEqual(confirmed[name].toSorted())
  })

  it.each([
    ['owner', ownerSchema],
    ['person', personSchema],
  ] as const)('or somebody has decided that it is not, in the %s’s API', (name, schema) => {
    const decided = [...confirmed[name], ...otherwise[name]]
    const sensitive = mutationsOf(schema).filter((field) => touches.test(field.name))
    expect(sensitive.map((field) => field.name).filter((field) => !decided.includes(field))).toEqual([])
  })

  it('by these exports', () => {
    const declared = Object.entries(csvExports).flatMap(([file, { confirmsAgain }]) => (confirmsAgain ? [file] : []))
    expect(declared).toEqual(confirmed.exports)
  })
})
