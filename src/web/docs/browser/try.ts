import { exampleValues } from './examples.ts'
import { curlOf, type Filled, type FilledField, type Request, requestOf } from './request.ts'

/** Headers of an answer that say something about it. */
const SHOWN = ['content-type', 'error-code', 'retry-after', 'ratelimit', 'etag', 'cache-control', 'x-request-id']
const MOST_CHARACTERS = 200_000

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const controlsOf = (form: HTMLFormElement): Control[] => [...form.querySelectorAll<Control>('[data-in]')]

/** For this tab: which store is tried, and who is logged in there. */
const KEPT = { subdomain: 'docs: store', Authorization: 'docs: token' } as const

/** Fills in what exists here, and what was typed on other pages; then sends what the form says. */
export async function prepareForm(form: HTMLFormElement, gateway: string): Promise<void> {
  const show = () => showCurl(form, gateway)
  form.addEventListener('input', ({ target }) => {
    if (isControl(target)) keep(target)
    show()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(form, gateway)
  })
  // Until now a browser would have sent the form itself.
  part<HTMLButtonElement>(form, '[type=submit]').disabled = false
  const untouched = controlsOf(form).map((control) => ({ control, value: control.value }))
  show()
  const examples = await exampleValues(gateway, form.dataset.path ?? '', form.dataset.method ?? '')
  for (const { control, value } of untouched) {
    const example = examples[control.name]
    if (control.value === value && value !== '' && example !== undefined) control.value = example
  }
  recall(form)
  show()
}

function keep({ name, value }: Control): void {
  if (name === 'subdomain' || name === 'Authorization') sessionStorage.setItem(KEPT[name], value.trim())
}

function recall(form: HTMLFormElement): void {
  for (const control of controlsOf(form)) {
    const { name } = control
    if (name === 'subdomain' || name === 'Authorization')
      control.value = sessionStorage.getItem(KEPT[name]) ?? control.value
  }
}

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLElement && 'in' in target.dataset

const filledOf = (form: HTMLFormElement): Filled => ({
  method: form.dataset.method ?? '',
  path: form.dataset.path ?? '',
  type: form.dataset.type ?? null,
  fields: controlsOf(form).map(
    (control): FilledField => ({
      name: control.name,
      in: control.dataset.in as FilledField['in'], // of our own HTML
      value: control.value,
      isList: 'list' in control.dataset,
      isDeepObject: control.dataset.style === 'deepObject',
    }),
  ),
})

const part = <E extends HTMLElement>(form: HTMLElement, selector: string): E => {
  const element = form.querySelector<E>(selector)
  if (!element) throw new Error(`There is no ${selector}`)
  return element
}

function showCurl(form: HTMLFormElement, gateway: string): void {
  const code = part(form, '.curl code')
  try {
    code.textContent = curlOf(requestOf(filledOf(form), gateway))
  } catch (error) {
    code.textContent = String(error)
  }
}

async function send(form: HTMLFormElement, gateway: string): Promise<void> {
  const answer = part(form, '.answer')
  const status = part(answer, '[role=status]')
  const code = part(answer, 'code')
  const headers = part(answer, 'dl')
  const stop = part<HTMLButtonElement>(form, '.stop')
  const button = part<HTMLButtonElement>(form, '[type=submit]')
  const controller = new AbortController()
  stop.onclick = () => controller.abort()
  answer.hidden = false
  code.textContent = ''
  headers.replaceChildren()
  status.className = ''
  status.textContent = 'Waiting…'
  button.disabled = true
  stop.hidden = !('stream' in form.dataset)
  const begun = performance.now()
  try {
    const request = requestOf(filledOf(form), gateway)
    const response = await fetch(request.url, { ...withoutUrl(request), signal: controller.signal })
    status.className = response.ok ? 'good' : 'bad'
    status.textContent = `${response.status} ${response.statusText}, ${Math.round(performance.now() - begun)} ms`
    headers.replaceChildren(...SHOWN.flatMap((name) => headerItems(name, response.headers.get(name))))
    await showBody(response, code)
    keepToken(form, code.textContent ?? '', gateway)
  } catch (error) {
    if (!controller.signal.aborted) {
      status.className = 'bad'
      status.textContent = error instanceof TypeError ? 'The service does not answer.' : String(error)
    }
  } finally {
    button.disabled = false
    stop.hidden = true
  }
}

const withoutUrl = ({ url: _, ...request }: Request) => request

function headerItems(name: string, value: string | null): HTMLElement[] {
  if (value === null) return []
  const [term, text] = [document.createElement('dt'), document.createElement('dd')]
  term.textContent = name
  text.textContent = value
  return [term, text]
}

/** JSON indented, events as they come. */
async function showBody(response: Response, code: HTMLElement): Promise<void> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    code.textContent = indented(await response.text()).slice(0, MOST_CHARACTERS)
    return
  }
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const chunk = await reader?.read()
    if (!chunk || chunk.done) return
    code.textContent = `${code.textContent}${chunk.value}`.slice(-MOST_CHARACTERS)
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Whoever logs in here is logged in for the other forms. */
function keepToken({ dataset }: HTMLFormElement, text: string, gateway: string): void {
  if (dataset.try !== 'logIn' && dataset.try !== 'signUp') return
  try {
    const { token } = JSON.parse(text)
    if (typeof token !== 'string') return
    sessionStorage.setItem(KEPT.Authorization, token)
    for (const form of document.querySelectorAll<HTMLFormElement>('[data-try]')) {
      recall(form)
      showCurl(form, gateway)
    }
  } catch {
    // No answer in JSON, no token.
  }
}
