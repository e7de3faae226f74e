const at = (path: string): string => new URL(path, import.meta.url).href.replace(/\/$/, '')

/** This file is in `/docs/assets/`. */
const docs = at('../')
const gateway = at('../../')

const search = document.querySelector<HTMLButtonElement>('.open-search')
if (search) {
  const index = new URL(search.dataset.index ?? '', document.baseURI).href
  let dialog: Promise<{ open(): void }> | undefined
  const open = async () => {
    dialog ??= import('./search-dialog.ts').then(({ createSearchDialog }) => createSearchDialog(index, docs))
    const { open } = await dialog
    open()
  }
  search.hidden = false
  search.addEventListener('click', open)
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select')
    const isShortcut = (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey))
    if (!isShortcut) return
    event.preventDefault()
    open()
  })
}

for (const details of document.querySelectorAll<HTMLDetailsElement>('details.try')) {
  details.addEventListener(
    'toggle',
    async () => {
      const form = details.querySelector('form')
      const { prepareForm } = await import('./try.ts')
      if (form) await prepareForm(form, gateway)
    },
    { once: true },
  )
}

for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(block.querySelector('pre')?.textContent ?? '')
      button.textContent = 'Copied'
    } catch {
      // Pages without HTTPS may not write to the clipboard.
      button.textContent = 'Not allowed'
    }
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  block.append(button)
}
