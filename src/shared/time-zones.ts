/** Names of today by those that browsers and Node list, which keep the first spelling that they had. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** The zone by its name of today. */
export const currentTimeZone = (zone: string): string => RENAMED[zone] ?? zone

/** Such as `Kolkata (Asia)`, so that the city is what is looked for. */
function labelOf(zone: string): string {
  const parts = currentTimeZone(zone).replaceAll('_', ' ').split('/')
  const city = parts.pop() ?? zone
  return parts.length === 0 ? city : `${city} (${parts.reverse().join(', ')})`
}

/**
 * Id and words of each zone, by its city.
 * @param own is kept as it is spelled, also where it is not among the known ones
 */
export function timeZoneChoices(known: readonly string[], own: string): (readonly [string, string])[] {
  const zones = new Map(known.map((zone) => [currentTimeZone(zone), currentTimeZone(zone)]))
  zones.set(currentTimeZone(own), own)
  return Array.from(zones.values(), (zone) => [zone, labelOf(zone)] as const).toSorted(([, one], [, other]) =>
    one.localeCompare(other, 'en'),
  )
}
