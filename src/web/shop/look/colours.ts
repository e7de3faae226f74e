/** Red, green and blue, 0 to 255. */
type Colour = readonly [number, number, number]

export interface AccentTokens {
  /** Fills buttons, and colours links, on every surface of the page. */
  accent: string
  /** Text on it. */
  onAccent: string
  /** A tint behind ordinary text. */
  soft: string
}

interface Scheme {
  /** All that the accent may stand on, as in `style/tokens.css`. */
  surfaces: readonly string[]
  /** Text on the accent. */
  onAccent: string
  /** Ordinary text, which stands on the tint. */
  text: string
  /** Away from the surfaces. */
  towards: Colour
  tint: number
}

/** WCAG 2.2 AA for text. */
export const AA = 4.5

const BLACK: Colour = [0, 0, 0]
const WHITE: Colour = [255, 255, 255]
const STEPS = 100

export const schemes = {
  light: {
    surfaces: ['#faf7f2', '#ffffff', '#f1ece3'],
    onAccent: '#ffffff',
    text: '#221d18',
    towards: BLACK,
    tint: 0.12,
  },
  dark: {
    surfaces: ['#161412', '#211e1b', '#2b2723'],
    onAccent: '#161412',
    text: '#f2ede6',
    towards: WHITE,
    tint: 0.18,
  },
} as const satisfies Record<string, Scheme>

/** An owner's colour as it can be read: unchanged where it has enough contrast, else darker or lighter. */
export function accentTokens(accent: string, scheme: keyof typeof schemes): AccentTokens {
  const { surfaces, onAccent, text, towards, tint } = schemes[scheme]
  const own = parseColour(accent)
  const readable = firstThat(
    (share) => mix(own, towards, share),
    (colour) => [...surfaces, onAccent].every((other) => contrast(colour, parseColour(other)) >= AA),
  )
  const surface = parseColour(surfaces[0])
  const soft = firstThat(
    (share) => mix(mix(surface, own, tint), surface, share),
    (colour) => contrast(colour, parseColour(text)) >= AA && contrast(colour, readable) >= AA,
  )
  return { accent: hexOf(readable), onAccent, soft: hexOf(soft) }
}

/** From none of the other colour to nothing but it, which always does. */
function firstThat(colourAt: (share: number) => Colour, isGood: (colour: Colour) => boolean): Colour {
  for (let step = 0; step < STEPS; step += 1) {
    const colour = colourAt(step / STEPS).map(Math.round) as unknown as Colour // `map` loses the length.
    if (isGood(colour)) return colour
  }
  return colourAt(1)
}

/** @param hex such as `#8a3b12` @throws Error for anything else */
export function parseColour(hex: string): Colour {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)
  if (!match) throw new Error(`"${hex}" is no colour like #8a3b12`)
  const [red, green, blue] = match.slice(1).map((part) => Number.parseInt(part, 16))
  return [red ?? 0, green ?? 0, blue ?? 0]
}

const hexOf = (colour: Colour): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const mix = ([r, g, b]: Colour, [r2, g2, b2]: Colour, share: number): Colour => [
  r + (r2 - r) * share,
  g + (g2 - g) * share,
  b + (b2 - b) * share,
]

/** 1 to 21, as WCAG calculates it. */
export function contrast(one: Colour, other: Colour): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
