export const style = `
  .note { margin: .25rem 0 0; color: var(--quiet) }
  dl { margin: 1.5rem 0; padding: 1rem 0; border: solid var(--line); border-width: 1px 0 }
  dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; align-items: baseline }
  dt { color: var(--quiet) }
  dd { margin: 0 0 0 auto; overflow-wrap: anywhere; text-align: right }
  .amount { font-size: 1.75rem; font-weight: 650; font-variant-numeric: tabular-nums }
  .buttons { display: flex; flex-wrap: wrap; gap: .75rem }
  button { flex: 1 1 6rem; min-height: 3rem; padding: .5rem 1rem; border: 1px solid currentColor; border-radius: .6rem;
    background: none; color: var(--text); font: inherit; font-weight: 600; cursor: pointer }
  button.pay { flex: 2 1 12rem; background: var(--good); border-color: var(--good); color: var(--on-good) }
  button.fail { color: var(--bad) }
  [aria-busy=true] button { opacity: .6; cursor: progress }
  [role=status] { margin: 1.25rem 0 0; overflow-wrap: anywhere }
  [role=status]:empty { margin: 0 }
  h2 { margin: 1.25rem 0 .5rem; font-size: 1rem }
  pre { margin: 0 0 1rem; padding: .75rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--page);
    font-size: .8rem; white-space: pre-wrap; overflow-wrap: anywhere }
  [hidden] { display: none }
`

export const script = `
  const main = document.querySelector('main')
  const message = document.querySelector('[role=status]')
  const handed = document.querySelector('#handed')
  const verify = document.querySelector('#verify')
  let answer

  async function post(url, body) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { ok: response.ok, status: response.status, body: await response.json() }
  }

  function onClick(button, work) {
    button.addEventListener('click', async () => {
      if (main.getAttribute('aria-busy') === 'true') return
      main.setAttribute('aria-busy', 'true')
      try {
        message.textContent = await work()
      } catch (error) {
        message.textContent = 'The request failed: ' + error.message
      } finally {
        main.setAttribute('aria-busy', 'false')
      }
    })
  }

  for (const button of document.querySelectorAll('[data-outcome]')) {
    onClick(button, async () => {
      const { outcome, said } = button.dataset
      const { ok, status, body } = await post('', { outcome })
      if (!ok) return 'The sandbox answered ' + status + ': ' + body.error
      answer = body
      handed.querySelector('pre').textContent = JSON.stringify(body, null, 2)
      handed.hidden = false
      return said
    })
  }

  onClick(verify, async () => {
    const { status, body } = await post(verify.dataset.url, answer)
    return 'The store answered ' + status + ': ' + JSON.stringify(body)
  })
`
