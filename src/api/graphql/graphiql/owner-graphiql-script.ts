/**
 * Asks for the owner key before GraphiQL reads the schema, and again when it is refused. The key stays in the browser
 * tab.
 */
export const askForKey = `
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
`
