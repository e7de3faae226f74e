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

/**
 * Asks for the owner key before GraphiQL reads the schema, and again when the server does not take it; what GraphiQL
 * asks waits meanwhile. The key is kept for the tab, and sent with what the page asks of its own address.
 */
const opening = `
<dialog id="key-dialog" style="margin: 20vh auto 0; padding: 1.5rem; border: 0; border-radius: 8px; font: 16px/1.5 system-ui, sans-serif">
  <form id="key-form">
    <label for="key">Owner key of this store</label><br>
    <input id="key" type="password" autocomplete="off" required pattern="sk_[A-Za-z0-9_\\-]{43}" title="sk_ and 43 letters, digits, - or _" size="48" style="font: inherit; margin: .5rem 0; padding: .25rem .5rem">
    <button style="font: inherit; padding: .25rem .75rem">Open</button>
    <p id="key-hint" style="margin: 0; color: #666">The command "storefront key create" makes one.</p>
  </form>
</dialog>
<script>
(() => {
  const place = 'owner key of ' + location.pathname
  const dialog = document.getElementById('key-dialog')
  const form = document.getElementById('key-form')
  const field = document.getElementById('key')
  let asking = null
  const ask = (hint) => {
    if (hint) document.getElementById('key-hint').textContent = hint
    if (!asking) {
      asking = new Promise((given) => {
        form.onsubmit = (event) => {
          event.preventDefault()
          sessionStorage.setItem(place, field.value)
          field.value = ''
          dialog.close()
          asking = null
          given()
        }
      })
      dialog.showModal()
    }
    return asking
  }
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  const send = window.fetch.bind(window)
  window.fetch = async (input, init = {}) => {
    for (;;) {
      const key = sessionStorage.getItem(place)
      if (!key) {
        await ask()
        continue
      }
      const headers = new Headers(init.headers)
      const isOwn = headers.has('Authorization')
      if (!isOwn) headers.set('Authorization', 'Bearer ' + key)
      const response = await send(input, { ...init, headers })
      if (response.status !== 401 || isOwn) return response
      if (sessionStorage.getItem(place) === key) {
        sessionStorage.removeItem(place)
        await ask('This key is not one of the store, or was revoked.')
      }
    }
  }
  if (!sessionStorage.getItem(place)) ask()
})()
</script>`

export const ownerGraphiql: Graphiql = { title: 'GraphiQL: owner', firstQuery, opening }
