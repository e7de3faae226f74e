export interface FetchedPage {
  page: Document
  /** Where it was found in the end. */
  url: URL
  isOk: boolean
}

/** A page of the shop, as the server has made it. @throws TypeError when the connection fails */
export async function fetchPage(url: string, init: RequestInit = {}): Promise<FetchedPage> {
  const response = await fetch(url, { ...init, headers: { Accept: 'text/html' } })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  return { page, url: new URL(response.url), isOk: response.ok }
}

/** As the browser would send it: with the button that was pressed. */
export function sendForm(form: HTMLFormElement, submitter: HTMLElement | null): Promise<FetchedPage> {
  const fields = new FormData(form, submitter)
  const texts = [...fields].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? location.href
  return fetchPage(new URL(action, location.href).href, { method: 'POST', body: new URLSearchParams(texts) })
}
