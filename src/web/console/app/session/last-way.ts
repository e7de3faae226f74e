/// <reference lib="dom" />

type Way = 'email' | 'key'

const PLACE = 'console:log-in'

/** How somebody has last logged in with this browser. */
export const lastWay = (): Way => (localStorage.getItem(PLACE) === 'key' ? 'key' : 'email')

export const noteWay = (way: Way): void => localStorage.setItem(PLACE, way)
