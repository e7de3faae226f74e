type Start = (place: HTMLElement, restart: (within: ParentNode) => void) => void | Promise<void>

/**
 * Loads each island where a page has a place for it: an element with `data-island="name"`. The page is whole without
 * them.
 */
const islands: Readonly<Record<string, () => Promise<{ start: Start }>>> = {
  buy: () => import('./buy.ts'),
  chat: () => import('./chat.ts'),
  choices: () => import('./choices.ts'),
  follow: () => import('./follow.ts'),
  gallery: () => import('./gallery.ts'),
  live: () => import('./live.ts'),
  mine: () => import('./mine.ts'),
  pay: () => import('./pay.ts'),
  preview: () => import('./preview.ts'),
  suggest: () => import('./suggest.ts'),
  wish: () => import('./wish.ts'),
}

const begun = new WeakSet<HTMLElement>()

function startIslands(within: ParentNode): void {
  for (const place of within.querySelectorAll<HTMLElement>('[data-island]')) {
    const load = islands[place.dataset.island ?? '']
    // A part of the page that has changed may keep those that it has.
    if (!load || begun.has(place)) continue
    begun.add(place)
    // Without its script, a form works as the browser sends it.
    void load().then(
      ({ start }) => {
        void start(place, startIslands)
        place.dataset.started = ''
      },
      () => {},
    )
  }
}

/** As one that the shop never had. */
function dropBroken(image: EventTarget | null): void {
  if (!(image instanceof HTMLImageElement) || !image.matches('.picture')) return
  const empty = document.createElement('span')
  empty.className = 'picture empty'
  image.replaceWith(empty)
}

addEventListener('error', ({ target }) => dropBroken(target), true)
for (const image of document.images) if (image.complete && image.currentSrc && !image.naturalWidth) dropBroken(image)

document.documentElement.classList.add('script')
startIslands(document)
