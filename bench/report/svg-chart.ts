import { shown } from './markdown.ts'
import type { Chart } from './report.ts'

const WIDTH = 760
const HEIGHT = 440
const PLOT = { left: 80, right: 520, top: 50, bottom: 380 }
const COLOURS = ['#0b6e4f', '#c1440e', '#2b50aa', '#8f2d56', '#6b7a8f', '#b58900', '#5f4bb6', '#2a9d8f', '#d1495b']

/** Lines on two logarithmic axes, since both span powers of ten; what is not above 0 is left out. */
export function svgChart({ title, x, y, lines }: Chart): string {
  const points = lines.flatMap((line) => line.points).filter(isDrawable)
  const across = scale(
    points.map((point) => point.x),
    PLOT.left,
    PLOT.right,
  )
  const up = scale(
    points.map((point) => point.y),
    PLOT.bottom,
    PLOT.top,
  )
  const grid = [
    ...across.ticks.map((tick) => [
      `<path class="grid" d="M${at(across, tick)} ${PLOT.top}V${PLOT.bottom}"/>`,
      `<text x="${at(across, tick)}" y="${PLOT.bottom + 18}" text-anchor="middle">${shown(tick)}</text>`,
    ]),
    ...up.ticks.map((tick) => [
      `<path class="grid" d="M${PLOT.left} ${at(up, tick)}H${PLOT.right}"/>`,
      `<text x="${PLOT.left - 8}" y="${at(up, tick) + 4}" text-anchor="end">${shown(tick)}</text>`,
    ]),
  ]
  const drawn = lines.map((line, index) => {
    const colour = COLOURS[index % COLOURS.length]
    const places = line.points.filter(isDrawable).map((point) => [at(across, point.x), at(up, point.y)] as const)
    const legendY = PLOT.top + 10 + index * 20
    return [
      `<polyline points="${places.map((place) => place.join()).join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`),
      `<path d="M${PLOT.right + 16} ${legendY}h16" stroke="${colour}" stroke-width="3"/>`,
      `<text x="${PLOT.right + 38}" y="${legendY + 4}">${escaped(line.name)}</text>`,
    ]
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    '<style>.grid{stroke:#ddd;fill:none}</style>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${PLOT.left}" y="26" font-size="15" font-weight="bold">${escaped(title)}</text>`,
    ...grid.flat(),
    ...drawn.flat(),
    `<text x="${(PLOT.left + PLOT.right) / 2}" y="${HEIGHT - 18}" text-anchor="middle">${escaped(x)}</text>`,
    `<text transform="translate(20 ${(PLOT.top + PLOT.bottom) / 2}) rotate(-90)" text-anchor="middle">${escaped(y)}</text>`,
    '</svg>\n',
  ].join('\n')
}

interface Scale {
  ticks: number[]
  place(value: number): number
}

const isDrawable = (point: { x: number; y: number }) => point.x > 0 && point.y > 0

/** From the power of ten below the least to the one above the greatest. */
function scale(values: number[], start: number, end: number): Scale {
  const least = Math.floor(Math.log10(Math.min(...values, 1e9)))
  const most = Math.max(least + 1, Math.ceil(Math.log10(Math.max(...values, 1e-9))))
  return {
    ticks: Array.from({ length: most - least + 1 }, (_, index) => 10 ** (least + index)),
    place: (value) => start + ((Math.log10(value) - least) / (most - least)) * (end - start),
  }
}

const at = ({ place }: Scale, value: number): number => Math.round(place(value) * 10) / 10

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
