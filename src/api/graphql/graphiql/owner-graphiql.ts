import type { Graphiql } from './graphiql.ts'

const firstQuery = `# The owner's view of the store. Ctrl-Enter runs the query, Ctrl-Space completes it.

query Welcome {
  store {
    businessName
    currency
    active
    ordersNeedingAttention
    pendingReviews
  }
  reviews(status: PENDING, first: 5) {
    totalCount
    nodes { id rating body reviewerName }
  }
  keys {
    name
    lastUsedAt
  }
}
`

const html = `<dialog id="key-dialog" style="margin: 20vh auto 0; padding: 1.5rem; border: 0; border-radius: 8px; font: 16px/1.5 system-ui, sans-serif">
  <form id="key-form">
    <label for="key">Owner key of this store</label><br>
    <input id="key" type="password" autocomplete="off" required pattern="sk_[A-Za-z0-9_\\-]{43}" title="sk_ and 43 letters, digits, - or _" size="48" style="font: inherit; margin: .5rem 0; padding: .25rem .5rem">
    <button style="font: inherit; padding: .25rem .75rem">Open</button>
    <p id="key-hint" style="margin: 0; color: #666">The command "storefront key create" makes one.</p>
  </form>
</dialog>`

export const ownerGraphiql: Graphiql = {
  title: 'GraphiQL: owner',
  firstQuery,
  opening: { html, script: 'ask-for-key.js' },
}
