import { ownerBuilder } from '../platform/owner-builder.ts'

ownerBuilder.objectType('VariantOption', {
  description: 'One choice that makes a variant, such as size: 250g.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What is chosen, such as size.' }),
    value: t.exposeString('value', { description: 'What it is, such as 250g.' }),
  }),
})
