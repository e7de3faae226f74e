/** The page's style and script, apart from what differs between orders, so that their hashes stand in its policy. */

export const style = `
  :root {
    color-scheme: light dark;
    --page: #f4f2ee; --card: #ffffff; --text: #1d1f23; --quiet: #5c6068; --line: #d9d6cf;
    --pay: #17603a; --on-pay: #ffffff; --fail: #a3261c; --focus: #1a56c4;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --page: #16181b; --card: #202327; --text: #eceae6; --quiet: #a8adb5; --line: #3a3f46;
      --pay: #7fd6a4; --on-pay: #0c2416; --fail: #ff9c90; --focus: #8ab4ff;
    }
  }
  * { box-sizing: border-box }
  body { margin: 0; min-height: 100vh; padding: 8vh 1rem 2rem; background: var(--page); color: var(--text);
    font: 1rem/1.5 system-ui, sans-serif }
  main { max-width: 28rem; margin: 0 auto; padding: 2rem; background: var(--card); border: 1px solid var(--line);
    border-radius: 1rem }
  h1 { margin: 0; font-size: 1.25rem; overflow-wrap: anywhere }
  .note { margin: .25rem 0 0; color: var(--quiet) }
  dl { margin: 1.5rem 0; padding: 1rem 0; border: solid var(--line); border-width: 1px 0 }
  dl div { display: flex; justify-content: space-between; gap: 1rem; align-items: baseline }
  dt { color: var(--quiet) }
  dd { margin: 0; overflow-wrap: anywhere; text-align: right }
  .amount { font-size: 1.75rem; font-weight: 650; font-variant-numeric: tabular-nums }
  .buttons { display: flex; gap: .75rem }
  button { flex: 1; min-height: 3rem; padding: .5rem 1rem; border: 1px solid currentColor; border-radius: .6rem;
    background: none; color: var(--text); font: inherit; font-weight: 600; cursor: pointer }
  button.pay { flex: 2; background: var(--pay); border-color: var(--pay); color: var(--on-pay) }
  button.fail { color: var(--fail) }
  button:focus-visible, pre:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
  [aria-busy=true] button { opacity: .6; cursor: progress }
  [role=status] { margin: 1.25rem 0 0; min-height: 1.5rem; overflow-wrap: anywhere }
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
