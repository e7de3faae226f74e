import { EXAMPLE_ADDRESS } from '../site.ts'
import { createFind, type Find, type Found, type SearchIndex } from './find.ts'

const MOST = 50

/** A dialog of a field and links. Nothing is loaded before it is opened. @param docs the address of `/docs` */
export function createSearchDialog(index: string, docs: string): { open(): void } {
  const dialog = document.createElement('dialog')
  dialog.className = 'search'
  dialog.setAttribute('aria-label', 'Search the documentation')
  dialog.innerHTML = `<form method="dialog"><label class="hidden" for="query">Search the documentation</label>
<input id="query" type="search" placeholder="Guides, operations, fields" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go">
<button>Close</button></form><p class="count" role="status"></p><ul class="found"></ul>`
  document.body.append(dialog)
  const part = <E extends Element>(selector: string) => dialog.querySelector(selector) as E // of the HTML above
  const field = part<HTMLInputElement>('input')
  const count = part<HTMLElement>('.count')
  const list = part<HTMLElement>('.found')

  let loading: Promise<Find> | undefined
  const find = () => {
    loading ??= load(index).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }

  async function show(): Promise<void> {
    const query = field.value
    if (query.trim() === '') {
      list.replaceChildren()
      count.textContent = ''
      return
    }
    try {
      const found = (await find())(query)
      if (query !== field.value) return
      list.replaceChildren(...found.slice(0, MOST).map((one) => item(one, docs)))
      count.textContent =
        found.length === 0
          ? 'Nothing found.'
          : `${found.length} found${found.length > MOST ? `; the first ${MOST}` : ''}`
    } catch {
      count.textContent = 'The search cannot be loaded. Is the service still there?'
    }
  }
  field.addEventListener('input', show)
  dialog.addEventListener('click', ({ target }) => {
    // Outside of what it shows, or where a link leads to this very page.
    if (target === dialog || (target instanceof Element && target.closest('a'))) dialog.close()
  })
  dialog.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')]
    const at = links.indexOf(document.activeElement as HTMLAnchorElement) // -1 for any other element
    if (event.key === 'ArrowDown') links[at + 1]?.focus()
    else if (event.key === 'ArrowUp') (links[at - 1] ?? field).focus()
    else if (event.key === 'Enter' && event.target === field) links[0]?.click()
    else return
    event.preventDefault()
  })
  return {
    open() {
      if (dialog.open) return
      dialog.showModal()
      field.select()
      find().catch(() => {})
    },
  }
}

async function load(address: string): Promise<Find> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  const index: SearchIndex = await response.json()
  return createFind(index)
}

function item({ href, title, page, kind, text }: Found, docs: string): HTMLElement {
  const [entry, link, name, place, words] = ['li', 'a', 'strong', 'span', 'span'].map((tag) =>
    document.createElement(tag),
  )
  if (!(link instanceof HTMLAnchorElement) || !entry || !name || !place || !words) throw new Error('No such elements')
  link.href = href === '' || href.startsWith('#') ? docs + href : `${docs}/${href}`
  name.textContent = title
  place.className = 'place'
  place.textContent = kind === 'guide' || kind === 'REST' ? (page === title ? kind : page) : kind
  words.className = 'words'
  words.textContent = text.replaceAll(EXAMPLE_ADDRESS, docs.replace(/\/docs$/, '')).slice(0, 160)
  link.append(name, place, words)
  entry.append(link)
  return entry
}
