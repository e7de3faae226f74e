import { ownerBuilder } from '../../../api/graphql/schema/owner-builder.ts'
import type { Store } from '../../../generated/prisma/client.ts'
import { businessOf } from '../../../shared/business/business-columns.ts'
import { type Business, businessFields, type RegistrationNumber } from '../../../shared/business/business-fields.ts'
import { groupAbout, textInputs, textOutputs } from './business-fields-of-types.ts'
import { updateBusiness } from './update-business.ts'

const Address = ownerBuilder.objectRef<Business>('BusinessAddress').implement({
  scope: 'settings',
  description: groupAbout.address,
  fields: (t) => textOutputs('address', (options) => t.string(options)),
})

const Officer = ownerBuilder.objectRef<Business>('GrievanceOfficer').implement({
  scope: 'settings',
  description: groupAbout.grievanceOfficer,
  fields: (t) => textOutputs('grievanceOfficer', (options) => t.string(options)),
})

const Registration = ownerBuilder.objectRef<RegistrationNumber>('RegistrationNumber').implement({
  scope: 'settings',
  description: 'A number under which an authority knows the business.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What the number is called, such as CIN.' }),
    number: t.exposeString('number', { description: 'The number.' }),
  }),
})

const BusinessType = ownerBuilder.objectRef<Store>('Business').implement({
  scope: 'settings',
  description: 'Who sells. Everybody sees it: in the shop, in mails, and over the storefront’s API.',
  fields: (t) => ({
    ...textOutputs(null, ({ resolve, ...options }) =>
      t.string({ ...options, resolve: (store) => resolve(businessOf(store)) }),
    ),
    address: t.field({ type: Address, description: groupAbout.address, resolve: (store) => businessOf(store) }),
    registrationNumbers: t.field({
      type: [Registration],
      description: businessFields.registrationNumbers.description,
      resolve: (store) => businessOf(store).registrationNumbers,
    }),
    representatives: t.stringList({
      description: businessFields.representatives.description,
      resolve: (store) => businessOf(store).representatives,
    }),
    grievanceOfficer: t.field({
      type: Officer,
      description: groupAbout.grievanceOfficer,
      resolve: (store) => businessOf(store),
    }),
    version: t.exposeInt('businessVersion', {
      description: 'Incremented by every change of the business. Pass it to `updateBusiness`.',
    }),
  }),
})

ownerBuilder.prismaObjectFields('Store', (t) => ({
  business: t.field({ type: BusinessType, description: 'Who sells.', resolve: (store) => store }),
}))

const AddressInput = ownerBuilder.inputType('BusinessAddressInput', {
  description: groupAbout.address,
  fields: (t) => textInputs('address', (options) => t.string(options)),
})

const OfficerInput = ownerBuilder.inputType('GrievanceOfficerInput', {
  description: groupAbout.grievanceOfficer,
  fields: (t) => textInputs('grievanceOfficer', (options) => t.string(options)),
})

const RegistrationInput = ownerBuilder.inputType('RegistrationNumberInput', {
  description: 'A number under which an authority knows the business.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'What the number is called, such as CIN, 1 to 60 characters.' }),
    number: t.string({ required: true, description: 'The number, 1 to 60 characters.' }),
  }),
})

const BusinessInput = ownerBuilder.inputType('BusinessInput', {
  description: 'What to change of who sells. Omitted fields stay unchanged; null clears a field.',
  fields: (t) => ({
    ...textInputs(null, (options) => t.string(options)),
    address: t.field({ type: AddressInput, description: groupAbout.address }),
    registrationNumbers: t.field({
      type: [RegistrationInput],
      description: businessFields.registrationNumbers.description,
    }),
    representatives: t.stringList({ description: businessFields.representatives.description }),
    grievanceOfficer: t.field({ type: OfficerInput, description: groupAbout.grievanceOfficer }),
  }),
})

ownerBuilder.mutationField('updateBusiness', (t) =>
  t.field({
    scope: 'settings',
    type: BusinessType,
    nullable: true,
    description: 'Changes who sells.',
    args: {
      input: t.arg({ type: BusinessInput, required: true, description: 'What to change.' }),
      version: t.arg.int({
        required: true,
        description: 'The version of the business the change is based on; `CONFLICT` if it is no longer current.',
      }),
    },
    resolve: (_, { input, version }, context) => updateBusiness(context, input, version),
  }),
)
