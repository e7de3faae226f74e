import { ownerSchema } from '../../src/process/owner-schema.ts'
import { fuzzEveryField } from './fuzz-every-field.ts'

fuzzEveryField(ownerSchema, ({ store, ownerKey }) => ({
  urls: [{ url: `/api/sites/${store.subdomain}/owner/graphql`, headers: {} }],
  credential: { authorization: `Bearer ${ownerKey}` },
}))
