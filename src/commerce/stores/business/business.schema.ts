import { builder } from '../../../api/graphql/schema/builder.ts'
import { givenBusiness } from '../../../shared/business/business-columns.ts'
import { type Business, businessFields, type RegistrationNumber } from '../../../shared/business/business-fields.ts'
import { groupAbout, textOutputs } from './business-fields-of-types.ts'

const Address = builder.objectRef<Business>('BusinessAddress').implement({
  description: groupAbout.address,
  fields: (t) => textOutputs('address', (options) => t.string(options)),
})

const Officer = builder.objectRef<Business>('GrievanceOfficer').implement({
  description: groupAbout.grievanceOfficer,
  fields: (t) => textOutputs('grievanceOfficer', (options) => t.string(options)),
})

const Registration = builder.objectRef<RegistrationNumber>('RegistrationNumber').implement({
  description: 'A number under which an authority knows the business.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What the number is called, such as CIN.' }),
    number: t.exposeString('number', { description: 'The number.' }),
  }),
})

const BusinessType = builder.objectRef<Business>('Business').implement({
  description: 'Who sells.',
  fields: (t) => ({
    ...textOutputs(null, (options) => t.string(options)),
    address: t.field({ type: Address, description: groupAbout.address, resolve: (business) => business }),
    registrationNumbers: t.field({
      type: [Registration],
      description: businessFields.registrationNumbers.description,
      resolve: ({ registrationNumbers }) => registrationNumbers,
    }),
    representatives: t.stringList({
      description: businessFields.representatives.description,
      resolve: ({ representatives }) => representatives,
    }),
    grievanceOfficer: t.field({
      type: Officer,
      description: groupAbout.grievanceOfficer,
      resolve: (business) => business,
    }),
  }),
})

builder.objectField('Store', 'business', (t) =>
  t.field({
    type: BusinessType,
    nullable: true,
    description: 'Who sells; null if the owner has not said so. Also of a store behind a password.',
    resolve: (store) => givenBusiness(store),
  }),
)

builder.objectField('Store', 'locale', (t) =>
  t.exposeString('locale', {
    nullable: true,
    description:
      'How amounts and dates are written, as a BCP 47 tag such as en-IN; null for as in the country of the business, or with the currency.',
  }),
)
