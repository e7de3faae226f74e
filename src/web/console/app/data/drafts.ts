/// <reference lib="dom" />

const placesOf = (store: string): string => `console:draft:${store}:`

/** Where unsaved changes of a record are stored through a reload, by the name of its draft. */
export const draftPlace = (store: string, draft: string): string => `${placesOf(store)}${draft}`

/** Whether there are unsaved changes of a record, by the name of its draft. */
export const hasDraft = (store: string, draft: string): boolean =>
  sessionStorage.getItem(draftPlace(store, draft)) !== null

/** Whether anything in the store is unsaved. */
export const hasDrafts = (store: string): boolean => draftsIn(store).length > 0

export const discardDrafts = (store: string): void => {
  for (const place of draftsIn(store)) sessionStorage.removeItem(place)
}

const draftsIn = (store: string): string[] =>
  Object.keys(sessionStorage).filter((place) => place.startsWith(placesOf(store)))
