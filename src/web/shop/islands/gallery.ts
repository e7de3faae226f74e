/**
 * Links below a product's pictures move the pictures alone, not the page. A picture itself, which links to its largest
 * file, is shown large over the page.
 */
export function start(place: HTMLElement): void {
  let zoom: Zoom | undefined
  place.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    // In another tab or window, as the browser does it.
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (!link.classList.contains('slide')) return moveTo(link.hash.slice(1))
    zoom ??= createZoom()
    zoom(link)
  })
}

function moveTo(id: string): void {
  const picture = document.getElementById(id)
  const list = picture?.parentElement
  if (picture && list) list.scrollTo({ left: picture.offsetLeft - list.offsetLeft })
}

type Zoom = (link: HTMLAnchorElement) => void

/** The dialog returns the focus to the link, and closes with Escape, of itself. */
function createZoom(): Zoom {
  const dialog = document.createElement('dialog')
  dialog.className = 'zoomed'
  const image = document.createElement('img')
  const close = document.createElement('button')
  close.type = 'button'
  close.textContent = '×'
  close.ariaLabel = 'Close'
  dialog.append(close, image)
  dialog.addEventListener('click', () => dialog.close())
  document.body.append(dialog)
  let last: HTMLAnchorElement
  return (link) => {
    last = link
    const shown = link.querySelector<HTMLImageElement>('.picture')
    image.alt = shown?.alt ?? ''
    dialog.ariaLabel = image.alt
    // The one on the page is there at once.
    image.src = shown?.currentSrc || link.href
    const large = new Image()
    large.src = link.href
    const showLarge = () => {
      if (last === link) image.src = link.href
    }
    large.decode().then(showLarge, () => {})
    dialog.showModal()
  }
}
