import { schema } from '../../src/process/schema.ts'
import { fuzzEveryField } from './fuzz-every-field.ts'

fuzzEveryField(schema, ({ store, customerToken }) => ({
  urls: [
    { url: `/api/sites/${store.subdomain}/graphql`, headers: {} },
    { url: '/graphql', headers: { 'x-store': store.subdomain } },
  ],
  credential: { authorization: `Bearer ${customerToken}` },
}))
