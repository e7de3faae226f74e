/** Links below a product's pictures move the pictures alone, not the page. */
export function start(place: HTMLElement): void {
  place.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#"]') : null
    const picture = link && document.getElementById(link.hash.slice(1))
    if (!picture?.parentElement) return
    event.preventDefault()
    picture.parentElement.scrollTo({ left: picture.offsetLeft - picture.parentElement.offsetLeft, behavior: 'smooth' })
  })
}
