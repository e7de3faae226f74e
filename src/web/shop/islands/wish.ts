import { refreshMine } from './mine.ts'
import { sendForm } from './server/fetch-page.ts'

/** Puts a product on the wishlist, or takes it off, and stays on its page. */
export function start(place: HTMLElement): void {
  place.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement)) return
    event.preventDefault()
    if (form.ariaBusy === 'true') return
    form.ariaBusy = 'true'
    void sendForm(form, submitter)
      .then(({ url, isOk }) => {
        // Who is not logged in has to log in first.
        if (url.pathname.endsWith('/log-in')) location.assign(url)
        else if (isOk) void refreshMine()
        else form.submit()
      })
      // The browser says what is wrong with the connection.
      .catch(() => form.submit())
      .finally(() => {
        form.ariaBusy = null
      })
  })
}
