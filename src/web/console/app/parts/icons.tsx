import type { SVGAttributes } from 'preact'

/** Drawn for this console on a grid of 20, in the colour of the text beside them. */
const drawings = {
  today: 'M3 9.5 10 3l7 6.5V16a1 1 0 0 1-1 1h-3.5v-5h-5v5H4a1 1 0 0 1-1-1z',
  orders: 'M4 3h12v14l-3-2-3 2-3-2-3 2zM7 7h6M7 10.5h6',
  products: 'M3 6.5 10 3l7 3.5v7L10 17l-7-3.5zM3 6.5l7 3.5 7-3.5M10 10v7',
  customers:
    'M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 17c0-3 2.5-5 5.5-5s5.5 2 5.5 5M13 3.8a3 3 0 0 1 0 5.4M15 12.3c1.8.7 3 2.4 3 4.7',
  reviews: 'm10 2.5 2.3 4.8 5.2.7-3.8 3.6.9 5.2L10 14.3l-4.6 2.5.9-5.2L2.5 8l5.2-.7z',
  discounts: 'M10.5 2.5H17v6.5l-8 8L2.5 10.5zM13.5 6.2v.1',
  delivery:
    'M1.5 5h10v9h-10zM11.5 8h4l3 3v3h-7M5 16.5a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM14.5 16.5a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z',
  contacts: 'M2.5 4.5h15v11h-15zM2.5 5l7.5 6 7.5-6',
  payments: 'M2.5 5h15v10h-15zM2.5 8.5h15M5.5 12h3',
  newsletter: 'M4 16V4h9v12zM13 8h3v6a2 2 0 0 1-2 2H5M6.5 7h4M6.5 10h4M6.5 13h4',
  pages: 'M5 2.5h7l3.5 3.5v11.5H5zM12 2.5V6h3.5M7.5 9.5h5.5M7.5 12.5h5.5',
  settings: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM7 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12zM13.5 13.5 17 17',
  close: 'M5 5l10 10M15 5 5 15',
  check: 'm4 10.5 4 4 8-9',
  more: 'M4 10h.01M10 10h.01M16 10h.01',
  up: 'm5 12.5 5-5 5 5',
  down: 'm5 7.5 5 5 5-5',
  left: 'm12.5 4.5-5.5 5.5 5.5 5.5',
  right: 'm7.5 4.5 5.5 5.5-5.5 5.5',
  plus: 'M10 4v12M4 10h12',
  warning: 'M10 3 18 16.5H2zM10 8v4M10 14.3v.1',
  out: 'M8 3H3.5v14H8M8 10h9M13.5 6.5 17 10l-3.5 3.5',
  print: 'M6 7V3h8v4M6 14H3V7h14v7h-3M6 11.5h8V17H6z',
  picture: 'M3 4h14v12H3zM3 14l4-4 3 3 3-3 4 4M12.5 7.5v.1',
  link: 'M8 12 12 8M9 6l1.5-1.5a3.2 3.2 0 0 1 5 5L14 11M11 14l-1.5 1.5a3.2 3.2 0 0 1-5-5L6 9',
  download: 'M10 3v10M6 9.5l4 4 4-4M3 17h14',
  upload: 'M10 13V3M6 6.5l4-4 4 4M3 17h14',
  drag: 'M7 5v.1M13 5v.1M7 10v.1M13 10v.1M7 15v.1M13 15v.1',
  trash: 'M4 5.5h12M8 5.5V3.5h4v2M5.5 5.5l.7 11h7.6l.7-11',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
} as const

export type IconName = keyof typeof drawings

/** Of no meaning to screen readers: what it stands for is said beside it. */
export function Icon({ name, ...rest }: { name: IconName } & SVGAttributes<SVGSVGElement>) {
  return (
    <svg
      class="icon"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      stroke-width="1.6"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      {...rest}
    >
      <path d={drawings[name]} />
    </svg>
  )
}
