import { fetchPage } from './server/fetch-page.ts'

/** Opens the chat above the page that the shopper is on. */
export function start(link: HTMLElement, restart: (within: ParentNode) => void): void {
  if (!(link instanceof HTMLAnchorElement)) return
  let panel: HTMLDialogElement | null = null

  function close(): void {
    panel?.close()
    link.focus()
  }

  async function open(): Promise<void> {
    panel ??= await makePanel(link as HTMLAnchorElement, close)
    document.body.append(panel)
    panel.show()
    restart(panel)
    panel.querySelector<HTMLElement>('input:not([type="hidden"])')?.focus()
  }

  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (panel?.open) close()
    else void open().catch(() => location.assign((link as HTMLAnchorElement).href))
  })
}

async function makePanel(link: HTMLAnchorElement, close: () => void): Promise<HTMLDialogElement> {
  const { page } = await fetchPage(link.href)
  const chat = page.getElementById('chat')
  if (!chat) throw new Error('There is no chat')
  const panel = document.createElement('dialog')
  panel.className = 'chat-panel'
  panel.setAttribute('aria-label', 'Ask our assistant')
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'link-button'
  button.textContent = 'Close'
  button.addEventListener('click', close)
  panel.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close()
  })
  panel.append(button, chat)
  return panel
}
