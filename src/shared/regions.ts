interface KnownRegions {
  /** What the country calls them. */
  word: string
  /** By the second part of their ISO 3166-2 code; earlier codes and other names after a stroke. */
  names: Readonly<Record<string, string>>
}

/** `AB Alberta, BC British Columbia|BC`: a code and its names. */
const region = (word: string, list: string): KnownRegions => ({
  word,
  names: Object.fromEntries(
    list.split(/\s*,\s*/).map((entry) => {
      const [, code = '', names = ''] = /^(\S+)\s+(.+)$/s.exec(entry.trim()) ?? []
      return [code, names.replace(/\s+/g, ' ')]
    }),
  ),
})

/** Countries all of whose regions are known. The names are those of addresses, in English or as they are written there. */
const known: Readonly<Record<string, KnownRegions>> = {
  AE: region(
    'Emirate',
    'AZ Abu Dhabi, AJ Ajman, DU Dubai, FU Fujairah, RK Ras Al Khaimah, SH Sharjah, UQ Umm Al Quwain|Umm al-Quwain',
  ),
  AR: region(
    'Province',
    `C Buenos Aires (city)|CABA|Ciudad Autónoma de Buenos Aires|Capital Federal, B Buenos Aires (province)|Provincia de
    Buenos Aires|Buenos Aires, K Catamarca, H Chaco, U Chubut, X Córdoba, W Corrientes, E Entre Ríos, P Formosa, Y Jujuy,
    L La Pampa, F La Rioja, M Mendoza, N Misiones, Q Neuquén, R Río Negro, A Salta, J San Juan, D San Luis, Z Santa
    Cruz, S Santa Fe, G Santiago del Estero, V Tierra del Fuego, T Tucumán`,
  ),
  AT: region(
    'State',
    `1 Burgenland, 2 Kärnten|Carinthia, 3 Niederösterreich|Lower Austria, 4 Oberösterreich|Upper Austria, 5 Salzburg,
    6 Steiermark|Styria, 7 Tirol|Tyrol, 8 Vorarlberg, 9 Wien|Vienna`,
  ),
  AU: region(
    'State',
    `ACT Australian Capital Territory, NSW New South Wales, NT Northern Territory, QLD Queensland, SA South Australia,
    TAS Tasmania, VIC Victoria, WA Western Australia`,
  ),
  BR: region(
    'State',
    `AC Acre, AL Alagoas, AP Amapá, AM Amazonas, BA Bahia, CE Ceará, DF Distrito Federal, ES Espírito Santo, GO Goiás,
    MA Maranhão, MT Mato Grosso, MS Mato Grosso do Sul, MG Minas Gerais, PA Pará, PB Paraíba, PR Paraná, PE Pernambuco,
    PI Piauí, RJ Rio de Janeiro, RN Rio Grande do Norte, RS Rio Grande do Sul, RO Rondônia, RR Roraima, SC Santa
    Catarina, SP São Paulo, SE Sergipe, TO Tocantins`,
  ),
  CA: region(
    'Province',
    `AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick, NL Newfoundland and Labrador|NF|Newfoundland, NT
    Northwest Territories, NS Nova Scotia, NU Nunavut, ON Ontario, PE Prince Edward Island|PEI, QC Quebec|PQ, SK
    Saskatchewan, YT Yukon|Yukon Territory`,
  ),
  CH: region(
    'Canton',
    `AG Aargau, AR Appenzell Ausserrhoden, AI Appenzell Innerrhoden, BL Basel-Landschaft|Baselland, BS
    Basel-Stadt|Basel, BE Bern|Berne, FR Fribourg|Freiburg, GE Genève|Geneva|Genf, GL Glarus, GR Graubünden|Grisons, JU
    Jura, LU Luzern|Lucerne, NE Neuchâtel|Neuenburg, NW Nidwalden, OW Obwalden, SH Schaffhausen, SZ Schwyz, SO
    Solothurn, SG St. Gallen|Sankt Gallen, TG Thurgau, TI Ticino|Tessin, UR Uri, VS Valais|Wallis, VD Vaud|Waadt, ZG
    Zug, ZH Zürich|Zurich`,
  ),
  DE: region(
    'State',
    `BW Baden-Württemberg, BY Bayern|Bavaria, BE Berlin, BB Brandenburg, HB Bremen, HH Hamburg, HE Hessen|Hesse, MV
    Mecklenburg-Vorpommern|Mecklenburg-Western Pomerania, NI Niedersachsen|Lower Saxony, NW
    Nordrhein-Westfalen|NRW|North Rhine-Westphalia, RP Rheinland-Pfalz|Rhineland-Palatinate, SL Saarland, SN
    Sachsen|Saxony, ST Sachsen-Anhalt|Saxony-Anhalt, SH Schleswig-Holstein, TH Thüringen|Thuringia`,
  ),
  IN: region(
    'State',
    `AN Andaman and Nicobar Islands, AP Andhra Pradesh, AR Arunachal Pradesh, AS Assam, BR Bihar, CH Chandigarh, CG
    Chhattisgarh|CT, DH Dadra and Nagar Haveli and Daman and Diu|DN|DD|Daman and Diu|Dadra and Nagar Haveli, DL
    Delhi|New Delhi|NCT of Delhi, GA Goa, GJ Gujarat, HR Haryana, HP Himachal Pradesh, JK Jammu and Kashmir, JH
    Jharkhand, KA Karnataka, KL Kerala, LA Ladakh, LD Lakshadweep, MP Madhya Pradesh, MH Maharashtra, MN Manipur, ML
    Meghalaya, MZ Mizoram, NL Nagaland, OD Odisha|OR|Orissa, PY Puducherry|Pondicherry, PB Punjab, RJ Rajasthan, SK
    Sikkim, TN Tamil Nadu, TS Telangana|TG, TR Tripura, UP Uttar Pradesh, UK Uttarakhand|UT|Uttaranchal, WB West Bengal`,
  ),
  JP: region(
    'Prefecture',
    `01 Hokkaido|北海道, 02 Aomori|青森県, 03 Iwate|岩手県, 04 Miyagi|宮城県, 05 Akita|秋田県, 06 Yamagata|山形県, 07
    Fukushima|福島県, 08 Ibaraki|茨城県, 09 Tochigi|栃木県, 10 Gunma|群馬県, 11 Saitama|埼玉県, 12 Chiba|千葉県, 13
    Tokyo|東京都, 14 Kanagawa|神奈川県, 15 Niigata|新潟県, 16 Toyama|富山県, 17 Ishikawa|石川県, 18 Fukui|福井県, 19
    Yamanashi|山梨県, 20 Nagano|長野県, 21 Gifu|岐阜県, 22 Shizuoka|静岡県, 23 Aichi|愛知県, 24 Mie|三重県, 25
    Shiga|滋賀県, 26 Kyoto|京都府, 27 Osaka|大阪府, 28 Hyogo|兵庫県, 29 Nara|奈良県, 30 Wakayama|和歌山県, 31
    Tottori|鳥取県, 32 Shimane|島根県, 33 Okayama|岡山県, 34 Hiroshima|広島県, 35 Yamaguchi|山口県, 36
    Tokushima|徳島県, 37 Kagawa|香川県, 38 Ehime|愛媛県, 39 Kochi|高知県, 40 Fukuoka|福岡県, 41 Saga|佐賀県, 42
    Nagasaki|長崎県, 43 Kumamoto|熊本県, 44 Oita|大分県, 45 Miyazaki|宮崎県, 46 Kagoshima|鹿児島県, 47 Okinawa|沖縄県`,
  ),
  MX: region(
    'State',
    `AGU Aguascalientes, BCN Baja California, BCS Baja California Sur, CAM Campeche, CHP Chiapas, CHH Chihuahua, CMX
    Ciudad de México|CDMX|DIF|Mexico City|Distrito Federal, COA Coahuila|Coahuila de Zaragoza, COL Colima, DUR Durango,
    MEX Estado de México|State of Mexico|México, GUA Guanajuato, GRO Guerrero, HID Hidalgo, JAL Jalisco, MIC
    Michoacán|Michoacán de Ocampo, MOR Morelos, NAY Nayarit, NLE Nuevo León, OAX Oaxaca, PUE Puebla, QUE Querétaro, ROO
    Quintana Roo, SLP San Luis Potosí, SIN Sinaloa, SON Sonora, TAB Tabasco, TAM Tamaulipas, TLA Tlaxcala, VER
    Veracruz|Veracruz de Ignacio de la Llave, YUC Yucatán, ZAC Zacatecas`,
  ),
  MY: region(
    'State',
    `01 Johor, 02 Kedah, 03 Kelantan, 14 Kuala Lumpur|Wilayah Persekutuan Kuala Lumpur, 15 Labuan|Wilayah Persekutuan
    Labuan, 04 Melaka|Malacca, 05 Negeri Sembilan, 06 Pahang, 08 Perak, 09 Perlis, 07 Pulau Pinang|Penang, 16
    Putrajaya|Wilayah Persekutuan Putrajaya, 12 Sabah, 13 Sarawak, 10 Selangor, 11 Terengganu`,
  ),
  NG: region(
    'State',
    `AB Abia, FC Abuja Federal Capital Territory|Abuja|FCT|Federal Capital Territory, AD Adamawa, AK Akwa Ibom, AN
    Anambra, BA Bauchi, BY Bayelsa, BE Benue, BO Borno, CR Cross River, DE Delta, EB Ebonyi, ED Edo, EK Ekiti, EN Enugu,
    GO Gombe, IM Imo, JI Jigawa, KD Kaduna, KN Kano, KT Katsina, KE Kebbi, KO Kogi, KW Kwara, LA Lagos, NA Nasarawa, NI
    Niger, OG Ogun, ON Ondo, OS Osun, OY Oyo, PL Plateau, RI Rivers, SO Sokoto, TA Taraba, YO Yobe, ZA Zamfara`,
  ),
  NZ: region(
    'Region',
    `AUK Auckland, BOP Bay of Plenty, CAN Canterbury, CIT Chatham Islands|Chatham Islands Territory, GIS Gisborne, HKB
    Hawke’s Bay, MWT Manawatū-Whanganui|Manawatu-Wanganui, MBH Marlborough, NSN Nelson, NTL Northland, OTA Otago, STL
    Southland, TKI Taranaki, TAS Tasman, WKO Waikato, WGN Wellington, WTC West Coast`,
  ),
  US: region(
    'State',
    `AL Alabama, AK Alaska, AS American Samoa, AZ Arizona, AR Arkansas, AA Armed Forces Americas, AE Armed Forces Europe,
    AP Armed Forces Pacific, CA California, CO Colorado, CT Connecticut, DE Delaware, DC District of Columbia|Washington
    DC, FL Florida, GA Georgia, GU Guam, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas, KY Kentucky,
    LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi, MO Missouri, MT
    Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York, NC North Carolina, ND
    North Dakota, MP Northern Mariana Islands, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, PR Puerto Rico, RI Rhode
    Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VI Virgin Islands|US Virgin
    Islands, VA Virginia, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming`,
  ),
  ZA: region(
    'Province',
    `EC Eastern Cape, FS Free State, GP Gauteng|GT, KZN KwaZulu-Natal|NL, LP Limpopo, MP Mpumalanga, NW North West, NC
    Northern Cape, WC Western Cape`,
  ),
}

/** Letters and digits without accents, so that `québec`, `Tamilnadu` and `Jammu & Kashmir` are found. */
const comparable = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{Mn}/gu, '')
    .replace(/&/g, 'and')
    .replace(/[^\p{L}\p{N}]+/gu, '')

const codesByName = new Map<string, ReadonlyMap<string, string>>()

function codesOf(country: string, { names }: KnownRegions): ReadonlyMap<string, string> {
  const found = codesByName.get(country)
  if (found) return found
  const codes = new Map(
    Object.entries(names).flatMap(([code, named]) =>
      named.split('|').map((name): [string, string] => [comparable(name), code]),
    ),
  )
  for (const code of Object.keys(names)) codes.set(comparable(code), code)
  codesByName.set(country, codes)
  return codes
}

/**
 * A region as zones name it: 'IN-KA' for 'IN-KA', 'ka' and 'Karnataka'. Where the country's regions are not known, it
 * has to be given by its code. Null for what is neither.
 * @param country ISO 3166-1
 */
export function regionCode(country: string, text: string): string | null {
  const trimmed = text.trim().toUpperCase()
  const local = trimmed.startsWith(`${country}-`) ? trimmed.slice(country.length + 1) : trimmed
  const regions = known[country]
  if (regions) {
    const code = codesOf(country, regions).get(comparable(local))
    return code === undefined ? null : `${country}-${code}`
  }
  return /^[A-Z0-9]{1,3}$/.test(local) ? `${country}-${local}` : null
}

const firstName = (names: string): string => names.split('|')[0] ?? names

/** The name of a region; the code of one that is not known. @param code ISO 3166-2 */
export function regionName(code: string): string {
  const [country = '', local = ''] = code.split('-')
  const names = known[country]?.names[local]
  return names === undefined ? code : firstName(names)
}

/** Code and name of the country's regions, by name; null where they are not known. @param country ISO 3166-1 */
export function regionsOf(country: string): readonly (readonly [code: string, name: string])[] | null {
  const regions = known[country]
  if (!regions) return null
  return Object.entries(regions.names)
    .map(([code, names]) => [`${country}-${code}`, firstName(names)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, 'en'))
}

/** Countries whose regions are known. */
export const COUNTRIES_WITH_REGIONS: readonly string[] = Object.keys(known)

/** How a region is to be written, for descriptions of parameters. */
export const REGION_FORM = `The region as an ISO 3166-2 code, such as IN-KA; its name will do in these countries: ${COUNTRIES_WITH_REGIONS.join(', ')}.`

/** What a country calls its regions, such as `Province`. */
export const regionWord = (country: string): string => known[country]?.word ?? 'State or region'
