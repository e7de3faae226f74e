import { type KnownRegions, region } from './known-regions.ts'

/** `CO Cork` is called `County Cork` and `Co. Cork`, too. */
const withCounty = (list: string): string => list.replace(/(\S+)\s+(\S+?)(?=,|$)/g, '$1 $2|County $2|Co. $2')

export const europe: Readonly<Record<string, KnownRegions>> = {
  AT: region(
    'State',
    `1 Burgenland, 2 Kärnten|Carinthia, 3 Niederösterreich|Lower Austria, 4 Oberösterreich|Upper Austria, 5 Salzburg,
    6 Steiermark|Styria, 7 Tirol|Tyrol, 8 Vorarlberg, 9 Wien|Vienna`,
  ),
  BE: region(
    'Province',
    `VAN Antwerpen|Antwerp|Anvers, BRU Brussels|Brussel|Bruxelles|Brussels Capital Region|Région de
    Bruxelles-Capitale|Brussels Hoofdstedelijk Gewest, WBR Brabant wallon|Walloon Brabant|Waals-Brabant, WHT
    Hainaut|Henegouwen, WLG Liège|Luik, VLI Limburg|Limbourg, WLX Luxembourg|Luxemburg, WNA Namur|Namen, VOV
    Oost-Vlaanderen|East Flanders|Flandre orientale, VBR Vlaams-Brabant|Flemish Brabant|Brabant flamand, VWV
    West-Vlaanderen|West Flanders|Flandre occidentale`,
  ),
  CH: region(
    'Canton',
    `AG Aargau, AR Appenzell Ausserrhoden, AI Appenzell Innerrhoden, BL Basel-Landschaft|Baselland, BS
    Basel-Stadt|Basel, BE Bern|Berne, FR Fribourg|Freiburg, GE Genève|Geneva|Genf, GL Glarus, GR Graubünden|Grisons,
    JU Jura, LU Luzern|Lucerne, NE Neuchâtel|Neuenburg, NW Nidwalden, OW Obwalden, SH Schaffhausen, SZ Schwyz, SO
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
  ES: region(
    'Province',
    `A Alicante|Alacant, AB Albacete, AL Almería, AV Ávila, B Barcelona, BA Badajoz, BI Bizkaia|Vizcaya|Biscay, BU
    Burgos, C A Coruña|La Coruña, CA Cádiz, CC Cáceres, CE Ceuta, CO Córdoba, CR Ciudad Real, CS Castellón|Castelló,
    CU Cuenca, GC Las Palmas|Gran Canaria, GI Girona|Gerona, GR Granada, GU Guadalajara, H Huelva, HU Huesca, J Jaén,
    L Lleida|Lérida, LE León, LO La Rioja|RI|Logroño, LU Lugo, M Madrid|MD, MA Málaga, ML Melilla, MU Murcia|MC, NA
    Navarra|Nafarroa|Navarre|NC, O Asturias|AS|Oviedo, OR Ourense|Orense, P Palencia, PM Illes Balears|IB|Islas
    Baleares|Baleares|Balearic Islands, PO Pontevedra, S Cantabria|CB|Santander, SA Salamanca, SE Sevilla|Seville, SG
    Segovia, SO Soria, SS Gipuzkoa|Guipúzcoa, T Tarragona, TE Teruel, TF Santa Cruz de Tenerife|Tenerife, TO Toledo, V
    Valencia|València, VA Valladolid, VI Álava|Araba, Z Zaragoza|Saragossa, ZA Zamora`,
  ),
  IE: region(
    'County',
    withCounty(`CE Clare, CN Cavan, CO Cork, CW Carlow, D Dublin, DL Donegal, G Galway, KE Kildare, KK Kilkenny, KY Kerry, LD
    Longford, LH Louth, LK Limerick, LM Leitrim, LS Laois, MH Meath, MN Monaghan, MO Mayo, OY Offaly, RN Roscommon, SO
    Sligo, TA Tipperary, WD Waterford, WH Westmeath, WW Wicklow, WX Wexford`),
  ),
  IT: region(
    'Province',
    `AG Agrigento, AL Alessandria, AN Ancona, AP Ascoli Piceno, AQ L’Aquila, AR Arezzo, AT Asti, AV Avellino, BA Bari,
    BG Bergamo, BI Biella, BL Belluno, BN Benevento, BO Bologna, BR Brindisi, BS Brescia, BT Barletta-Andria-Trani, BZ
    Bolzano|Bozen|South Tyrol|Alto Adige, CA Cagliari, CB Campobasso, CE Caserta, CH Chieti, CL Caltanissetta, CN
    Cuneo, CO Como, CR Cremona, CS Cosenza, CT Catania, CZ Catanzaro, EN Enna, FC Forlì-Cesena|FO, FE Ferrara, FG
    Foggia, FI Firenze|Florence, FM Fermo, FR Frosinone, GE Genova|Genoa, GO Gorizia, GR Grosseto, IM Imperia, IS
    Isernia, KR Crotone, LC Lecco, LE Lecce, LI Livorno, LO Lodi, LT Latina, LU Lucca, MB Monza e Brianza|Monza e
    della Brianza, MC Macerata, ME Messina, MI Milano|Milan, MN Mantova|Mantua, MO Modena, MS Massa-Carrara, MT
    Matera, NA Napoli|Naples, NO Novara, NU Nuoro, OR Oristano, PA Palermo, PC Piacenza, PD Padova|Padua, PE Pescara,
    PG Perugia, PI Pisa, PN Pordenone, PO Prato, PR Parma, PT Pistoia, PU Pesaro e Urbino|PS, PV Pavia, PZ Potenza, RA
    Ravenna, RC Reggio Calabria|Reggio di Calabria, RE Reggio Emilia|Reggio nell’Emilia, RG Ragusa, RI Rieti, RM
    Roma|Rome, RN Rimini, RO Rovigo, SA Salerno, SI Siena, SO Sondrio, SP La Spezia, SR Siracusa|Syracuse, SS Sassari,
    SU Sud Sardegna, SV Savona, TA Taranto, TE Teramo, TN Trento|Trentino, TO Torino|Turin, TP Trapani, TR Terni, TS
    Trieste, TV Treviso, UD Udine, VA Varese, VB Verbano-Cusio-Ossola, VC Vercelli, VE Venezia|Venice, VI Vicenza, VR
    Verona, VT Viterbo, VV Vibo Valentia, 23 Valle d’Aosta|Aosta|AO|Aosta Valley|Vallée d’Aoste`,
  ),
  NL: region(
    'Province',
    `DR Drenthe, FL Flevoland, FR Fryslân|Friesland, GE Gelderland, GR Groningen, LI Limburg, NB Noord-Brabant|North
    Brabant, NH Noord-Holland|North Holland, OV Overijssel, UT Utrecht, ZE Zeeland, ZH Zuid-Holland|South Holland`,
  ),
  PL: region(
    'Voivodeship',
    `02 Dolnośląskie|Lower Silesia|DS, 04 Kujawsko-Pomorskie|KP, 06 Lubelskie|LU, 08 Lubuskie|LB, 10 Łódzkie|LD, 12
    Małopolskie|Lesser Poland|MA, 14 Mazowieckie|Mazovia|Masovia|MZ, 16 Opolskie|OP, 18 Podkarpackie|Subcarpathia|PK,
    20 Podlaskie|PD, 22 Pomorskie|Pomerania|PM, 24 Śląskie|Silesia|SL, 26 Świętokrzyskie|SK, 28
    Warmińsko-Mazurskie|WN, 30 Wielkopolskie|Greater Poland|WP, 32 Zachodniopomorskie|West Pomerania|ZP`,
  ),
  PT: region(
    'District',
    `01 Aveiro, 02 Beja, 03 Braga, 04 Bragança, 05 Castelo Branco, 06 Coimbra, 07 Évora, 08 Faro, 09 Guarda, 10
    Leiria, 11 Lisboa|Lisbon, 12 Portalegre, 13 Porto|Oporto, 14 Santarém, 15 Setúbal, 16 Viana do Castelo, 17 Vila
    Real, 18 Viseu, 20 Açores|Azores|Região Autónoma dos Açores, 30 Madeira|Região Autónoma da Madeira`,
  ),
  RO: region(
    'County',
    `AB Alba, AG Argeș, AR Arad, B București|Bucharest, BC Bacău, BH Bihor, BN Bistrița-Năsăud, BR Brăila, BT
    Botoșani, BV Brașov, BZ Buzău, CJ Cluj, CL Călărași, CS Caraș-Severin, CT Constanța, CV Covasna, DB Dâmbovița, DJ
    Dolj, GJ Gorj, GL Galați, GR Giurgiu, HD Hunedoara, HR Harghita, IF Ilfov, IL Ialomița, IS Iași, MH Mehedinți, MM
    Maramureș, MS Mureș, NT Neamț, OT Olt, PH Prahova, SB Sibiu, SJ Sălaj, SM Satu Mare, SV Suceava, TL Tulcea, TM
    Timiș, TR Teleorman, VL Vâlcea, VN Vrancea, VS Vaslui`,
  ),
  SE: region(
    'County',
    `AB Stockholm|Stockholms län, AC Västerbotten|Västerbottens län, BD Norrbotten|Norrbottens län, C Uppsala|Uppsala
    län, D Södermanland|Södermanlands län, E Östergötland|Östergötlands län, F Jönköping|Jönköpings län, G
    Kronoberg|Kronobergs län, H Kalmar|Kalmar län, I Gotland|Gotlands län, K Blekinge|Blekinge län, M Skåne|Skåne län,
    N Halland|Hallands län, O Västra Götaland|Västra Götalands län, S Värmland|Värmlands län, T Örebro|Örebro län, U
    Västmanland|Västmanlands län, W Dalarna|Dalarnas län, X Gävleborg|Gävleborgs län, Y Västernorrland|Västernorrlands
    län, Z Jämtland|Jämtlands län`,
  ),
  TR: region(
    'Province',
    `01 Adana, 02 Adıyaman, 03 Afyonkarahisar, 04 Ağrı, 05 Amasya, 06 Ankara, 07 Antalya, 08 Artvin, 09 Aydın, 10
    Balıkesir, 11 Bilecik, 12 Bingöl, 13 Bitlis, 14 Bolu, 15 Burdur, 16 Bursa, 17 Çanakkale, 18 Çankırı, 19 Çorum, 20
    Denizli, 21 Diyarbakır, 22 Edirne, 23 Elazığ, 24 Erzincan, 25 Erzurum, 26 Eskişehir, 27 Gaziantep, 28 Giresun, 29
    Gümüşhane, 30 Hakkâri, 31 Hatay, 32 Isparta, 33 Mersin|İçel, 34 İstanbul|Istanbul, 35 İzmir|Izmir, 36 Kars, 37
    Kastamonu, 38 Kayseri, 39 Kırklareli, 40 Kırşehir, 41 Kocaeli, 42 Konya, 43 Kütahya, 44 Malatya, 45 Manisa, 46
    Kahramanmaraş|Maraş, 47 Mardin, 48 Muğla, 49 Muş, 50 Nevşehir, 51 Niğde, 52 Ordu, 53 Rize, 54 Sakarya, 55 Samsun,
    56 Siirt, 57 Sinop, 58 Sivas, 59 Tekirdağ, 60 Tokat, 61 Trabzon, 62 Tunceli, 63 Şanlıurfa|Urfa, 64 Uşak, 65 Van,
    66 Yozgat, 67 Zonguldak, 68 Aksaray, 69 Bayburt, 70 Karaman, 71 Kırıkkale, 72 Batman, 73 Şırnak, 74 Bartın, 75
    Ardahan, 76 Iğdır, 77 Yalova, 78 Karabük, 79 Kilis, 80 Osmaniye, 81 Düzce`,
  ),
}
