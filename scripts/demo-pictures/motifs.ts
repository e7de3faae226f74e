/** Around 0, 0. */

/** One shape drawn once, then repeated in a circle. */
function around(count: number, body: string): string {
  const id = `a${body.length}`
  const others = Array.from(
    { length: count - 1 },
    (_, index) => `<use href="#${id}" transform="rotate(${Math.round(((index + 1) * 360) / count)})"/>`,
  )
  return `<g id="${id}">${body}</g>${others.join('')}`
}

export const leaf = (fill: string, vein: string, length = 60): string =>
  `<path fill="${fill}" d="M0 0C${length / 3}-${length / 4} ${length / 3}-${length * 0.7} 0-${length}C-${length / 3}-${length * 0.7}-${length / 3}-${length / 4} 0 0z"/><path stroke="${vein}" stroke-width="2" d="M0 0V-${length * 0.86}"/>`

export const daisy = (size = 1): string =>
  `<g transform="scale(${size})">${around(12, '<ellipse cy="-27" rx="7.5" ry="19" fill="#fffdf6"/>')}<circle r="15" fill="#f2b51d"/><circle cx="-4" cy="-4" r="8" fill="#fbd75e"/></g>`

export const blossom = (petal: string, heart: string, size = 1): string =>
  `<g transform="scale(${size})">${around(5, `<path fill="${petal}" d="M0 0C24-14 20-48 0-44C-20-48-24-14 0 0z"/>`)}<circle r="9" fill="${heart}"/></g>`

export const hibiscus = (size = 1): string =>
  `<g transform="scale(${size})">${around(5, '<path fill="#c81e4a" d="M0 0C44-14 40-66 0-60C-40-66-44-14 0 0z"/><path stroke="#8d0f33" stroke-width="3" d="M0-8V-40"/>')}<circle r="13" fill="#6d0a28"/><path stroke="#f6c945" stroke-width="6" stroke-linecap="round" d="M0 0L30-34"/><circle cx="32" cy="-36" r="6" fill="#f6c945"/></g>`

export const slice = (peel: string, flesh: string, size = 1): string =>
  `<g transform="scale(${size})"><circle r="44" fill="${peel}"/><circle r="38" fill="#fff4d6"/>${around(8, `<path fill="${flesh}" d="M0-4L11-31Q0-37-11-31z"/>`)}</g>`

export const starAnise = (size = 1): string =>
  `<g transform="scale(${size})">${around(8, '<path fill="#7a3f17" d="M0 0C11-12 9-34 0-46C-9-34-11-12 0 0z"/><ellipse cy="-24" rx="3.5" ry="8" fill="#d9863b"/>')}<circle r="6" fill="#4e260c"/></g>`

export const snowflake = (stroke: string, size = 1): string =>
  `<g transform="scale(${size})" stroke="${stroke}" stroke-width="5" stroke-linecap="round" fill="none">${around(6, '<path d="M0 0V-44M0-28l-11-10M0-28l11-10"/>')}</g>`

export const bamboo = `<g stroke-linecap="round" fill="none"><g stroke="#3f7d4e" stroke-width="11"><path d="M-20 44V14M-20 8V-22M-20-28V-44M10 44V24M10 18V-12M10-18V-44"/></g><g fill="#2a5c39"><path d="M-14-6q30-20 44-8q-24 18-44 8zM16-16q20-26 36-20q-12 24-36 20zM-26 14q-24-4-30 12q22 4 30-12z"/></g></g>`

export const waves = `<g fill="none" stroke="#2e6a3c" stroke-width="5"><path d="M-48 20a16 16 0 0 1 32 0a16 16 0 0 1 32 0a16 16 0 0 1 32 0M-40 20a8 8 0 0 1 16 0M-8 20a8 8 0 0 1 16 0M24 20a8 8 0 0 1 16 0M-32 4a16 16 0 0 1 32 0a16 16 0 0 1 32 0M-24 4a8 8 0 0 1 16 0M8 4a8 8 0 0 1 16 0"/></g><circle cx="0" cy="-26" r="15" fill="#d8452e"/>`

export const hills = (far: string, near: string, sun: string): string =>
  `<circle cy="-18" r="18" fill="${sun}"/><path fill="${far}" d="M-58 18Q-30-22-6 4T58-4A62 62 0 0 1 40 44H-40A62 62 0 0 1-58 18z"/><path fill="${near}" d="M-55 30Q-20 4 8 24T57 22A62 62 0 0 1-55 30z"/><path fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="2.5" d="M-44 36Q-16 14 8 32T48 34M-30 48Q-8 28 10 42T34 48"/>`

export const mint = `<g>${[-62, -24, 24, 62].map((turn) => `<g transform="rotate(${turn})">${leaf('#3f8f4f', '#b5dca8', 66)}</g>`).join('')}${leaf('#56a963', '#cdebc2', 76)}</g>`

/** Labels of tins, 124 by 134. */
export const scenes = {
  assam:
    '<path fill="#f4b65f" d="M0 0h124v134H0z"/><circle cx="62" cy="56" r="26" fill="#c8351c"/><path fill="#5d7a3a" d="M0 76q30-22 62-6t62-8v72H0z"/><path fill="#3c5a2b" d="M0 96q36-20 70-6t54-8v52H0z"/><path fill="#f7e3bd" d="M54 134q18-18 2-28t10-24q-18 12-8 24T26 134z"/>',
  firstFlush:
    '<path fill="#cfe6e4" d="M0 0h124v134H0z"/><path fill="#8fb2bf" d="M0 84L40 30l22 28L84 18l40 66z"/><path fill="#fff" d="M84 18l16 26-10-4-6 8-8-8-8 6zM40 30l10 13-8-2-5 6-8-5z"/><path fill="#a7c957" d="M0 84q40-18 124 0v50H0z"/><path fill="none" stroke="#6a994e" stroke-width="5" d="M0 98q60-18 124 2M0 112q60-18 124 2M0 126q60-18 124 2"/>',
  secondFlush:
    '<path fill="#f3c9b1" d="M0 0h124v134H0z"/><circle cx="92" cy="34" r="17" fill="#fff3d9"/><path fill="#8a5a83" d="M0 90L34 40l24 26 26-40 40 60v48H0z"/><path fill="#5c3a63" d="M0 96q40-24 124 4v34H0z"/><path fill="none" stroke="#e08a56" stroke-width="5" d="M0 112q60-18 124 2M0 126q60-18 124 2"/>',
  frost: `<path fill="#16324f" d="M0 0h124v134H0z"/><path fill="#2f5f8a" d="M0 92L30 62l28 20 26-30 40 34v48H0z"/><path fill="#9cc6e0" d="M0 112q40-20 124 0v22H0z"/><g transform="translate(62 46)">${snowflake('#f2fbff', 0.72)}</g><g fill="#fff"><circle cx="18" cy="26" r="2"/><circle cx="104" cy="20" r="2.5"/><circle cx="22" cy="64" r="1.6"/><circle cx="108" cy="60" r="1.6"/></g>`,
  breakfast:
    '<path fill="#b3202c" d="M0 0h124v134H0z"/><path fill="#1d2f5c" d="M0 92h124v42H0z"/><path fill="#fff" d="M0 86h124v6H0z"/><path fill="#fdf6e6" d="M30 44h58v18a29 27 0 0 1-58 0z"/><path fill="none" stroke="#fdf6e6" stroke-width="7" d="M88 50c20-4 20 22-4 22"/><path fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" d="M48 34c-6-8 6-12 0-20M68 34c-6-8 6-12 0-20"/><path fill="#e9b44c" d="M40 106h44l-5 18H45z"/>',
  earlGrey: `<path fill="#155e63" d="M0 0h124v134H0z"/><g transform="translate(62 60)">${slice('#f29f05', '#fbc24a', 0.98)}</g><g transform="translate(94 112) rotate(64)">${leaf('#8fcf9d', '#155e63', 40)}</g><g transform="translate(30 112) rotate(-64)">${leaf('#8fcf9d', '#155e63', 40)}</g>`,
  chai: `<path fill="#e07a1f" d="M0 0h124v134H0z"/><path fill="#c25e10" d="M0 0h124L0 134z"/><g transform="translate(62 62)">${starAnise(0.98)}</g><g fill="#a9c27a"><path d="M22 108q12-14 26 0q-14 14-26 0zM78 112q12-14 26 0q-14 14-26 0z"/></g><g fill="#5b2c0f"><circle cx="18" cy="24" r="5"/><circle cx="106" cy="28" r="5"/><circle cx="60" cy="122" r="5"/></g>`,
  smoke:
    '<path fill="#2b2b30" d="M0 0h124v134H0z"/><path fill="none" stroke="#8d8a86" stroke-width="6" stroke-linecap="round" d="M30 70c-18-20 18-30 0-58M64 60c-18-18 18-28 0-50M96 72c-18-20 18-30 0-54"/><g fill="#4f6b57"><path d="M32 58l20 34H40l18 30H6l18-30H12z"/><path d="M88 50l22 38H98l20 34H58l20-34H66z"/></g><path fill="#d9692b" d="M0 122h124v12H0z"/>',
}
