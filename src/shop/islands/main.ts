/**
 * Loads each island where a page has a place for it: an element with `data-island="name"`. The page is whole without
 * them.
 */
const islands: Readonly<Record<string, () => Promise<{ start: (place: HTMLElement) => void }>>> = {
  filters: () => import('./filters.ts'),
  gallery: () => import('./gallery.ts'),
  suggest: () => import('./suggest.ts'),
}

for (const place of document.querySelectorAll<HTMLElement>('[data-island]')) {
  const load = islands[place.dataset.island ?? '']
  if (load) void load().then(({ start }) => start(place))
}
