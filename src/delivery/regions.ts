/** States and union territories of India by their ISO 3166-2 codes; earlier codes and names after a stroke. */
const indian: Readonly<Record<string, string>> = {
  AN: 'Andaman and Nicobar Islands',
  AP: 'Andhra Pradesh',
  AR: 'Arunachal Pradesh',
  AS: 'Assam',
  BR: 'Bihar',
  CG: 'Chhattisgarh|CT',
  CH: 'Chandigarh',
  DH: 'Dadra and Nagar Haveli and Daman and Diu|DN|DD|Daman and Diu|Dadra and Nagar Haveli',
  DL: 'Delhi|New Delhi|NCT of Delhi',
  GA: 'Goa',
  GJ: 'Gujarat',
  HP: 'Himachal Pradesh',
  HR: 'Haryana',
  JH: 'Jharkhand',
  JK: 'Jammu and Kashmir',
  KA: 'Karnataka',
  KL: 'Kerala',
  LA: 'Ladakh',
  LD: 'Lakshadweep',
  MH: 'Maharashtra',
  ML: 'Meghalaya',
  MN: 'Manipur',
  MP: 'Madhya Pradesh',
  MZ: 'Mizoram',
  NL: 'Nagaland',
  OD: 'Odisha|OR|Orissa',
  PB: 'Punjab',
  PY: 'Puducherry|Pondicherry',
  RJ: 'Rajasthan',
  SK: 'Sikkim',
  TN: 'Tamil Nadu',
  TS: 'Telangana|TG',
  TR: 'Tripura',
  UK: 'Uttarakhand|UT|Uttaranchal',
  UP: 'Uttar Pradesh',
  WB: 'West Bengal',
}

const comparable = (name: string): string =>
  name
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^\p{L}\p{N}]+/gu, '')

const codesByName = new Map(
  Object.entries(indian).flatMap(([code, names]) =>
    [code, ...names.split('|')].map((name): [string, string] => [comparable(name), code]),
  ),
)

/**
 * A region as zones name it: 'IN-KA' for 'IN-KA', 'ka' and 'Karnataka'. Names are known of India alone; elsewhere
 * regions have to be given by their code. Null for what is neither.
 * @param country ISO 3166-1
 */
export function regionCode(country: string, text: string): string | null {
  const trimmed = text.trim().toUpperCase()
  const local = trimmed.startsWith(`${country}-`) ? trimmed.slice(country.length + 1) : trimmed
  if (country === 'IN') {
    const code = codesByName.get(comparable(local))
    return code === undefined ? null : `IN-${code}`
  }
  return /^[A-Z0-9]{1,3}$/.test(local) ? `${country}-${local}` : null
}

/** The English name of an Indian region; the code of any other. @param code ISO 3166-2 */
export const regionName = (code: string): string => {
  const [country, local = ''] = code.split('-')
  return (country === 'IN' && indian[local]?.split('|')[0]) || code
}
