import { type ShopView, useShop } from '../http/shop-view.ts'

const styles = {
  day: { dateStyle: 'medium' },
  longDay: { dateStyle: 'long' },
  moment: { dateStyle: 'long', timeStyle: 'short' },
  time: { timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

type Style = keyof typeof styles

const formats = new Map<string, Intl.DateTimeFormat>()

function text(at: string, style: Style, { timeZone, locale = 'en' }: Pick<ShopView, 'timeZone' | 'locale'>): string {
  const key = `${style} ${timeZone} ${locale}`
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...styles[style], timeZone, calendar: 'gregory' })
  formats.set(key, format)
  return format.format(new Date(at))
}

/** In the store's time zone. @param at as ISO 8601 */
export function Moment({ at, as }: { at: string; as: Style }) {
  const shop = useShop()
  return <time datetime={at}>{text(at, as, shop)}</time>
}

/** The time alone, where the day is that of `since`. */
export function Until({ at, since }: { at: string; since: string }) {
  const shop = useShop()
  const isSameDay = text(at, 'day', shop) === text(since, 'day', shop)
  return <Moment at={at} as={isSameDay ? 'time' : 'moment'} />
}
