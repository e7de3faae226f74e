/** Parts of drawings, 400 by 400. Objects stand on the table at y = 330. */

export const TABLE = 330

/** Light from the left, on whatever is round. */
export const shade =
  '<linearGradient id="s"><stop stop-color="#fff" stop-opacity=".3"/><stop offset=".4" stop-color="#fff" stop-opacity="0"/><stop offset=".5" stop-opacity="0"/><stop offset="1" stop-opacity=".28"/></linearGradient>'

export interface Stage {
  wall: string
  /** The niche behind the object. */
  niche: string
  table: string
}

export const picture = (title: string, { wall, niche, table }: Stage, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400" role="img"><title>${title}</title><defs>${shade}</defs><path fill="${wall}" d="M0 0h400v400H0z"/><path fill="${niche}" d="M62 300V180a138 138 0 0 1 276 0v120z"/><path fill="${table}" d="M0 300h400v100H0z"/>${body}</svg>`

export const at = (x: number, y: number, body: string, more = ''): string =>
  `<g transform="translate(${x} ${y})${more && ` ${more}`}">${body}</g>`

export const shadow = (x: number, width: number, y = TABLE + 6): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${width / 2}" ry="${Math.max(8, width / 14)}" opacity=".2"/>`

/** Round, with a label of 124 by 134. */
export const tin = (body: string, lid: string, label: string): string =>
  `${shadow(210, 210)}<path fill="${body}" d="M112 140v178c0 9 40 17 88 17s88-8 88-17V140z"/><svg x="138" y="172" width="124" height="134" viewBox="0 0 124 134">${label}</svg><path fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="2" d="M138 172h124v134H138z"/><path fill="url(#s)" d="M112 140v178c0 9 40 17 88 17s88-8 88-17V140z"/><path fill="${lid}" d="M108 108v34c0 9 41 17 92 17s92-8 92-17v-34z"/><path fill="url(#s)" d="M108 108v34c0 9 41 17 92 17s92-8 92-17v-34z"/><ellipse cx="200" cy="108" rx="92" ry="17" fill="${lid}"/><ellipse cx="200" cy="108" rx="92" ry="17" fill="#fff" opacity=".28"/>`

/** A paper bag with a folded top and a round emblem. */
export const pouch = (paper: string, fold: string, emblem: string): string =>
  `${shadow(205, 220)}<path fill="${paper}" d="M112 118h176l14 205q0 12-12 12H110q-12 0-12-12z"/><path fill="#000" opacity=".1" d="M288 118l14 205q0 12-12 12h-26l-6-217z"/><path fill="#fff" opacity=".16" d="M112 118h20l-8 217h-14q-12 0-12-12z"/><path fill="${fold}" d="M112 84h176v44H112z"/><path d="M112 128h176v7H112z" opacity=".14"/><circle cx="200" cy="232" r="62" fill="#fbf6ea"/>${at(200, 232, emblem)}<path d="M172 98h56v14h-56z" fill="#fff" opacity=".55"/>`

/** A square caddy, seen a little from the right. */
export const caddy = (front: string, side: string, lid: string, emblem: string): string =>
  `${shadow(215, 230)}<path fill="${side}" d="M262 150l40 -12v176l-40 22z"/><path fill="${front}" d="M106 150h156v186H106z"/><path fill="#fff" opacity=".1" d="M106 150h30v186h-30z"/><path fill="${lid}" d="M100 112h168v42H100z"/><path fill="${lid}" d="M268 112l40-12v38l-40 16z"/><path opacity=".25" d="M268 112l40-12v38l-40 16z"/><path fill="${lid}" d="M100 112l44-16h164l-40 16z"/><path fill="#fff" opacity=".3" d="M100 112l44-16h164l-40 16z"/>${at(184, 246, emblem)}`

/** A glass with a handle, filled. */
export const mug = (liquid: string, inside = ''): string =>
  `${shadow(205, 190)}<path fill="none" stroke="#fff" stroke-width="13" stroke-opacity=".75" d="M262 190c62-12 66 84 2 88"/><path fill="#fff" opacity=".45" d="M126 140h148l-10 178q-1 16-17 16h-94q-16 0-17-16z"/><path fill="${liquid}" d="M137 176h126l-7 134q-1 14-15 14h-82q-14 0-15-14z"/>${inside}<ellipse cx="200" cy="176" rx="63" ry="11" fill="#fff" opacity=".3"/><path fill="url(#s)" opacity=".8" d="M126 140h148l-10 178q-1 16-17 16h-94q-16 0-17-16z"/><ellipse cx="200" cy="140" rx="74" ry="13" fill="#fff" opacity=".5"/><path fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" stroke-opacity=".7" d="M148 168l6 130"/>`

/** A cup on its saucer, from above. */
export const cupAbove = (liquid: string, glow: string, cup = '#fdfaf4', inside = ''): string =>
  `<circle cx="206" cy="216" r="150" opacity=".14"/><circle cx="200" cy="204" r="150" fill="${cup}"/><circle cx="200" cy="204" r="150" fill="none" stroke="#000" stroke-opacity=".08" stroke-width="3"/><circle cx="200" cy="204" r="108" opacity=".08"/><path fill="${cup}" d="M283 178q60-12 64 24t-60 30z"/><circle cx="200" cy="202" r="102" fill="${cup}"/><circle cx="200" cy="202" r="102" opacity=".05"/><circle cx="200" cy="202" r="88" fill="${liquid}"/><circle cx="192" cy="194" r="66" fill="${glow}" opacity=".5"/>${inside}<path fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity=".65" d="M142 178a64 64 0 0 1 40-38"/>`

/** A heap of rolled leaves, each with a place of its own. */
export function heap(colours: readonly string[], seed: number): string {
  let state = seed
  const next = () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
  const leaves = Array.from({ length: 34 }, (_, index) => {
    const height = 1 - index / 40
    const x = Math.round(200 + (next() - 0.5) * 250 * height)
    const y = Math.round(316 - (1 - height) * 128 + (next() - 0.5) * 16)
    const turn = Math.round(next() * 360)
    return `<use href="#l" fill="${colours[index % colours.length]}" transform="translate(${x} ${y}) rotate(${turn})"/>`
  })
  return `<defs><path id="l" d="M-34 3Q-14-15 8-9T36-2Q18 13-4 10T-34 3z"/></defs>${shadow(200, 290, 322)}${leaves.join('')}`
}

export const steam = (x: number, y: number): string =>
  `<g fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round" opacity=".7"><path d="M${x - 24} ${y}c-18-22 18-38 0-62"/><path d="M${x + 24} ${y}c-18-22 18-38 0-62"/></g>`

/** Half full of tea, as wide as 250. */
export const glassPot = (x: number) =>
  `<path fill="none" stroke="#3a2a1e" stroke-width="15" stroke-linecap="round" d="M${x + 92} 188c76-6 70 108-6 106"/><path fill="#fff" opacity=".6" d="M${x - 84} 236L${x - 150} 174l-16 10 60 96z"/><circle cx="${x}" cy="246" r="96" fill="#fff" opacity=".55"/><path fill="#d98a2b" opacity=".88" d="M${x - 90} 240h180a90 90 0 0 1-180 0z"/><path fill="#c87420" d="M${x - 90} 240a90 12 0 0 1 180 0a90 12 0 0 1-180 0z" opacity=".6"/><circle cx="${x}" cy="246" r="96" fill="url(#s)"/><path fill="#3a2a1e" d="M${x - 52} 150h104v14H${x - 52}z"/><circle cx="${x}" cy="138" r="14" fill="#3a2a1e"/><path fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity=".8" d="M${x - 70} 220a76 76 0 0 1 30-44"/>`
