import { type KnownRegions, region } from './known-regions.ts'

export const asiaAndPacific: Readonly<Record<string, KnownRegions>> = {
  AU: region(
    'State',
    `ACT Australian Capital Territory, NSW New South Wales, NT Northern Territory, QLD Queensland, SA South Australia,
    TAS Tasmania, VIC Victoria, WA Western Australia`,
  ),
  CN: region(
    'Province',
    `AH Anhui|安徽省|安徽, BJ Beijing|北京市|北京, CQ Chongqing|重庆市|重庆, FJ Fujian|福建省|福建, GD Guangdong|广东省|广东, GS Gansu|甘肃省|甘肃,
    GX Guangxi|广西壮族自治区|广西, GZ Guizhou|贵州省|贵州, HA Henan|河南省|河南, HB Hubei|湖北省|湖北, HE Hebei|河北省|河北, HI Hainan|海南省|海南, HL
    Heilongjiang|黑龙江省|黑龙江, HN Hunan|湖南省|湖南, JL Jilin|吉林省|吉林, JS Jiangsu|江苏省|江苏, JX Jiangxi|江西省|江西, LN Liaoning|辽宁省|辽宁,
    NM Inner Mongolia|Nei Mongol|内蒙古自治区|内蒙古, NX Ningxia|宁夏回族自治区|宁夏, QH Qinghai|青海省|青海, SC Sichuan|四川省|四川, SD
    Shandong|山东省|山东, SH Shanghai|上海市|上海, SN Shaanxi|陕西省|陕西, SX Shanxi|山西省|山西, TJ Tianjin|天津市|天津, XJ
    Xinjiang|新疆维吾尔自治区|新疆, XZ Tibet|Xizang|西藏自治区|西藏, YN Yunnan|云南省|云南, ZJ Zhejiang|浙江省|浙江`,
  ),
  ID: region(
    'Province',
    `AC Aceh, BA Bali, BB Kepulauan Bangka Belitung|Bangka Belitung|Bangka Belitung Islands, BE Bengkulu, BT Banten,
    GO Gorontalo, JA Jambi, JB Jawa Barat|West Java, JI Jawa Timur|East Java, JK DKI Jakarta|Jakarta|Jakarta Raya, JT
    Jawa Tengah|Central Java, KB Kalimantan Barat|West Kalimantan, KI Kalimantan Timur|East Kalimantan, KR Kepulauan
    Riau|Riau Islands, KS Kalimantan Selatan|South Kalimantan, KT Kalimantan Tengah|Central Kalimantan, KU Kalimantan
    Utara|North Kalimantan, LA Lampung, MA Maluku, MU Maluku Utara|North Maluku, NB Nusa Tenggara Barat|West Nusa
    Tenggara|NTB, NT Nusa Tenggara Timur|East Nusa Tenggara|NTT, PA Papua, PB Papua Barat|West Papua, PD Papua Barat
    Daya|Southwest Papua, PE Papua Pegunungan|Highland Papua, PS Papua Selatan|South Papua, PT Papua Tengah|Central
    Papua, RI Riau, SA Sulawesi Utara|North Sulawesi, SB Sumatera Barat|West Sumatra, SG Sulawesi Tenggara|Southeast
    Sulawesi, SN Sulawesi Selatan|South Sulawesi, SR Sulawesi Barat|West Sulawesi, SS Sumatera Selatan|South Sumatra,
    ST Sulawesi Tengah|Central Sulawesi, SU Sumatera Utara|North Sumatra, YO DI Yogyakarta|Yogyakarta|Daerah Istimewa
    Yogyakarta`,
  ),
  IN: region(
    'State',
    `AN Andaman and Nicobar Islands, AP Andhra Pradesh, AR Arunachal Pradesh, AS Assam, BR Bihar, CH Chandigarh, CG
    Chhattisgarh|CT, DH Dadra and Nagar Haveli and Daman and Diu|DN|DD|Daman and Diu|Dadra and Nagar Haveli, DL
    Delhi|New Delhi|NCT of Delhi, GA Goa, GJ Gujarat, HR Haryana, HP Himachal Pradesh, JK Jammu and Kashmir, JH
    Jharkhand, KA Karnataka, KL Kerala, LA Ladakh, LD Lakshadweep, MP Madhya Pradesh, MH Maharashtra, MN Manipur, ML
    Meghalaya, MZ Mizoram, NL Nagaland, OD Odisha|OR|Orissa, PY Puducherry|Pondicherry, PB Punjab, RJ Rajasthan, SK
    Sikkim, TN Tamil Nadu, TS Telangana|TG, TR Tripura, UP Uttar Pradesh, UK Uttarakhand|UT|Uttaranchal, WB West
    Bengal`,
  ),
  JP: region(
    'Prefecture',
    `01 Hokkaido|北海道, 02 Aomori|青森県, 03 Iwate|岩手県, 04 Miyagi|宮城県, 05 Akita|秋田県, 06 Yamagata|山形県, 07 Fukushima|福島県, 08
    Ibaraki|茨城県, 09 Tochigi|栃木県, 10 Gunma|群馬県, 11 Saitama|埼玉県, 12 Chiba|千葉県, 13 Tokyo|東京都, 14 Kanagawa|神奈川県, 15
    Niigata|新潟県, 16 Toyama|富山県, 17 Ishikawa|石川県, 18 Fukui|福井県, 19 Yamanashi|山梨県, 20 Nagano|長野県, 21 Gifu|岐阜県, 22
    Shizuoka|静岡県, 23 Aichi|愛知県, 24 Mie|三重県, 25 Shiga|滋賀県, 26 Kyoto|京都府, 27 Osaka|大阪府, 28 Hyogo|兵庫県, 29 Nara|奈良県, 30
    Wakayama|和歌山県, 31 Tottori|鳥取県, 32 Shimane|島根県, 33 Okayama|岡山県, 34 Hiroshima|広島県, 35 Yamaguchi|山口県, 36
    Tokushima|徳島県, 37 Kagawa|香川県, 38 Ehime|愛媛県, 39 Kochi|高知県, 40 Fukuoka|福岡県, 41 Saga|佐賀県, 42 Nagasaki|長崎県, 43
    Kumamoto|熊本県, 44 Oita|大分県, 45 Miyazaki|宮崎県, 46 Kagoshima|鹿児島県, 47 Okinawa|沖縄県`,
  ),
  KR: region(
    'Province',
    `11 Seoul|서울특별시|서울, 26 Busan|Pusan|부산광역시|부산, 27 Daegu|대구광역시|대구, 28 Incheon|인천광역시|인천, 29 Gwangju|광주광역시|광주, 30
    Daejeon|대전광역시|대전, 31 Ulsan|울산광역시|울산, 50 Sejong|세종특별자치시|세종, 41 Gyeonggi|Gyeonggi-do|경기도|경기, 42
    Gangwon|Gangwon-do|강원특별자치도|강원도|강원, 43 Chungcheongbuk-do|North Chungcheong|Chungbuk|충청북도|충북, 44
    Chungcheongnam-do|South Chungcheong|Chungnam|충청남도|충남, 45 Jeonbuk|Jeollabuk-do|North Jeolla|전북특별자치도|전라북도|전북, 46
    Jeollanam-do|South Jeolla|Jeonnam|전라남도|전남, 47 Gyeongsangbuk-do|North Gyeongsang|Gyeongbuk|경상북도|경북, 48
    Gyeongsangnam-do|South Gyeongsang|Gyeongnam|경상남도|경남, 49 Jeju|Jeju-do|제주특별자치도|제주도|제주`,
  ),
  MY: region(
    'State',
    `01 Johor, 02 Kedah, 03 Kelantan, 14 Kuala Lumpur|Wilayah Persekutuan Kuala Lumpur, 15 Labuan|Wilayah Persekutuan
    Labuan, 04 Melaka|Malacca, 05 Negeri Sembilan, 06 Pahang, 08 Perak, 09 Perlis, 07 Pulau Pinang|Penang, 16
    Putrajaya|Wilayah Persekutuan Putrajaya, 12 Sabah, 13 Sarawak, 10 Selangor, 11 Terengganu`,
  ),
  NZ: region(
    'Region',
    `AUK Auckland, BOP Bay of Plenty, CAN Canterbury, CIT Chatham Islands|Chatham Islands Territory, GIS Gisborne, HKB
    Hawke’s Bay, MWT Manawatū-Whanganui|Manawatu-Wanganui, MBH Marlborough, NSN Nelson, NTL Northland, OTA Otago, STL
    Southland, TKI Taranaki, TAS Tasman, WKO Waikato, WGN Wellington, WTC West Coast`,
  ),
  PH: region(
    'Province',
    `ABR Abra, AGN Agusan del Norte, AGS Agusan del Sur, AKL Aklan, ALB Albay, ANT Antique, APA Apayao, AUR Aurora,
    BAN Bataan, BAS Basilan, BEN Benguet, BIL Biliran, BOH Bohol, BTG Batangas, BTN Batanes, BUK Bukidnon, BUL
    Bulacan, CAG Cagayan, CAM Camiguin, CAN Camarines Norte, CAP Capiz, CAS Camarines Sur, CAT Catanduanes, CAV
    Cavite, CEB Cebu, COM Davao de Oro|Compostela Valley, DAO Davao Oriental, DAS Davao del Sur, DAV Davao del Norte,
    DIN Dinagat Islands, DVO Davao Occidental, EAS Eastern Samar, GUI Guimaras, IFU Ifugao, ILI Iloilo, ILN Ilocos
    Norte, ILS Ilocos Sur, ISA Isabela, KAL Kalinga, LAG Laguna, LAN Lanao del Norte, LAS Lanao del Sur, LEY Leyte,
    LUN La Union, MAD Marinduque, MAS Masbate, MDC Occidental Mindoro|Mindoro Occidental, MDR Oriental Mindoro|Mindoro
    Oriental, MGN Maguindanao del Norte, MGS Maguindanao del Sur, MOU Mountain Province, MSC Misamis Occidental, MSR
    Misamis Oriental, NCO Cotabato|North Cotabato, NEC Negros Occidental, NER Negros Oriental, NSA Northern Samar, NUE
    Nueva Ecija, NUV Nueva Vizcaya, PAM Pampanga, PAN Pangasinan, PLW Palawan, QUE Quezon, QUI Quirino, RIZ Rizal, ROM
    Romblon, SAR Sarangani, SCO South Cotabato, SIG Siquijor, SLE Southern Leyte, SLU Sulu, SOR Sorsogon, SUK Sultan
    Kudarat, SUN Surigao del Norte, SUR Surigao del Sur, TAR Tarlac, TAW Tawi-Tawi, WSA Samar|Western Samar, ZAN
    Zamboanga del Norte, ZAS Zamboanga del Sur, ZMB Zambales, ZSI Zamboanga Sibugay, 00 Metro Manila|NCR|National
    Capital Region|Manila`,
  ),
  TH: region(
    'Province',
    `10 Bangkok|Krung Thep Maha Nakhon|Krung Thep|กรุงเทพมหานคร, 11 Samut Prakan, 12 Nonthaburi, 13 Pathum Thani, 14
    Phra Nakhon Si Ayutthaya|Ayutthaya, 15 Ang Thong, 16 Lop Buri|Lopburi, 17 Sing Buri, 18 Chai Nat, 19 Saraburi, 20
    Chon Buri|Chonburi, 21 Rayong, 22 Chanthaburi, 23 Trat, 24 Chachoengsao, 25 Prachin Buri|Prachinburi, 26 Nakhon
    Nayok, 27 Sa Kaeo, 30 Nakhon Ratchasima|Korat, 31 Buri Ram|Buriram, 32 Surin, 33 Si Sa Ket|Sisaket, 34 Ubon
    Ratchathani, 35 Yasothon, 36 Chaiyaphum, 37 Amnat Charoen, 38 Bueng Kan, 39 Nong Bua Lam Phu, 40 Khon Kaen, 41
    Udon Thani, 42 Loei, 43 Nong Khai, 44 Maha Sarakham, 45 Roi Et, 46 Kalasin, 47 Sakon Nakhon, 48 Nakhon Phanom, 49
    Mukdahan, 50 Chiang Mai, 51 Lamphun, 52 Lampang, 53 Uttaradit, 54 Phrae, 55 Nan, 56 Phayao, 57 Chiang Rai, 58 Mae
    Hong Son, 60 Nakhon Sawan, 61 Uthai Thani, 62 Kamphaeng Phet, 63 Tak, 64 Sukhothai, 65 Phitsanulok, 66 Phichit, 67
    Phetchabun, 70 Ratchaburi, 71 Kanchanaburi, 72 Suphan Buri, 73 Nakhon Pathom, 74 Samut Sakhon, 75 Samut Songkhram,
    76 Phetchaburi, 77 Prachuap Khiri Khan, 80 Nakhon Si Thammarat, 81 Krabi, 82 Phangnga|Phang Nga, 83 Phuket, 84
    Surat Thani, 85 Ranong, 86 Chumphon, 90 Songkhla, 91 Satun, 92 Trang, 93 Phatthalung, 94 Pattani, 95 Yala, 96
    Narathiwat`,
  ),
}
