import { type KnownRegions, region } from './known-regions.ts'

export const africaAndNearEast: Readonly<Record<string, KnownRegions>> = {
  AE: region(
    'Emirate',
    'AZ Abu Dhabi, AJ Ajman, DU Dubai, FU Fujairah, RK Ras Al Khaimah, SH Sharjah, UQ Umm Al Quwain|Umm al-Quwain',
  ),
  EG: region(
    'Governorate',
    `ALX Alexandria, ASN Aswan, AST Asyut|Assiut, BA Red Sea, BH Beheira, BNS Beni Suef, C Cairo|القاهرة, DK Dakahlia,
    DT Damietta, FYM Faiyum|Fayoum, GH Gharbia, GZ Giza, IS Ismailia, JS South Sinai, KB Qalyubia, KFS Kafr El Sheikh,
    KN Qena, LX Luxor, MN Minya, MNF Monufia|Menoufia, MT Matrouh|Matruh, PTS Port Said, SHG Sohag, SHR Sharqia, SIN
    North Sinai, SUZ Suez, WAD New Valley`,
  ),
  KE: region(
    'County',
    `01 Baringo, 02 Bomet, 03 Bungoma, 04 Busia, 05 Elgeyo-Marakwet, 06 Embu, 07 Garissa, 08 Homa Bay, 09 Isiolo, 10
    Kajiado, 11 Kakamega, 12 Kericho, 13 Kiambu, 14 Kilifi, 15 Kirinyaga, 16 Kisii, 17 Kisumu, 18 Kitui, 19 Kwale, 20
    Laikipia, 21 Lamu, 22 Machakos, 23 Makueni, 24 Mandera, 25 Marsabit, 26 Meru, 27 Migori, 28 Mombasa, 29 Murang’a,
    30 Nairobi|Nairobi City, 31 Nakuru, 32 Nandi, 33 Narok, 34 Nyamira, 35 Nyandarua, 36 Nyeri, 37 Samburu, 38 Siaya,
    39 Taita-Taveta, 40 Tana River, 41 Tharaka-Nithi, 42 Trans Nzoia, 43 Turkana, 44 Uasin Gishu, 45 Vihiga, 46 Wajir,
    47 West Pokot`,
  ),
  NG: region(
    'State',
    `AB Abia, FC Abuja Federal Capital Territory|Abuja|FCT|Federal Capital Territory, AD Adamawa, AK Akwa Ibom, AN
    Anambra, BA Bauchi, BY Bayelsa, BE Benue, BO Borno, CR Cross River, DE Delta, EB Ebonyi, ED Edo, EK Ekiti, EN
    Enugu, GO Gombe, IM Imo, JI Jigawa, KD Kaduna, KN Kano, KT Katsina, KE Kebbi, KO Kogi, KW Kwara, LA Lagos, NA
    Nasarawa, NI Niger, OG Ogun, ON Ondo, OS Osun, OY Oyo, PL Plateau, RI Rivers, SO Sokoto, TA Taraba, YO Yobe, ZA
    Zamfara`,
  ),
  PK: region(
    'Province',
    `BA Balochistan, GB Gilgit-Baltistan, IS Islamabad|Islamabad Capital Territory|ICT, JK Azad Jammu and Kashmir|Azad
    Kashmir|AJK, KP Khyber Pakhtunkhwa|KPK, PB Punjab, SD Sindh`,
  ),
  SA: region(
    'Region',
    `01 Riyadh|Ar Riyad|الرياض, 02 Makkah|Mecca|Makkah al Mukarramah|مكة المكرمة, 03 Madinah|Medina|Al Madinah|Al
    Madinah al Munawwarah|المدينة المنورة, 04 Eastern Province|Ash Sharqiyah|Eastern|المنطقة الشرقية|الشرقية, 05
    Qassim|Al Qasim|Al Qassim|القصيم, 06 Hail|Ha’il|حائل, 07 Tabuk|تبوك, 08 Northern Borders|Al Hudud ash
    Shamaliyah|الحدود الشمالية, 09 Jazan|Jizan|جازان, 10 Najran|نجران, 11 Al Bahah|Bahah|Al Baha|الباحة, 12 Al
    Jawf|Jawf|Al Jouf|الجوف, 14 Asir|Aseer|عسير`,
  ),
  ZA: region(
    'Province',
    `EC Eastern Cape, FS Free State, GP Gauteng|GT, KZN KwaZulu-Natal|NL, LP Limpopo, MP Mpumalanga, NW North West, NC
    Northern Cape, WC Western Cape`,
  ),
}
