import { type KnownRegions, region } from './known-regions.ts'

export const americas: Readonly<Record<string, KnownRegions>> = {
  AR: region(
    'Province',
    `C Buenos Aires (city)|CABA|Ciudad Autónoma de Buenos Aires|Capital Federal, B Buenos Aires (province)|Provincia
    de Buenos Aires|Buenos Aires, K Catamarca, H Chaco, U Chubut, X Córdoba, W Corrientes, E Entre Ríos, P Formosa, Y
    Jujuy, L La Pampa, F La Rioja, M Mendoza, N Misiones, Q Neuquén, R Río Negro, A Salta, J San Juan, D San Luis, Z
    Santa Cruz, S Santa Fe, G Santiago del Estero, V Tierra del Fuego, T Tucumán`,
  ),
  BR: region(
    'State',
    `AC Acre, AL Alagoas, AP Amapá, AM Amazonas, BA Bahia, CE Ceará, DF Distrito Federal, ES Espírito Santo, GO Goiás,
    MA Maranhão, MT Mato Grosso, MS Mato Grosso do Sul, MG Minas Gerais, PA Pará, PB Paraíba, PR Paraná, PE
    Pernambuco, PI Piauí, RJ Rio de Janeiro, RN Rio Grande do Norte, RS Rio Grande do Sul, RO Rondônia, RR Roraima, SC
    Santa Catarina, SP São Paulo, SE Sergipe, TO Tocantins`,
  ),
  CA: region(
    'Province',
    `AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick, NL Newfoundland and Labrador|NF|Newfoundland, NT
    Northwest Territories, NS Nova Scotia, NU Nunavut, ON Ontario, PE Prince Edward Island|PEI, QC Quebec|PQ, SK
    Saskatchewan, YT Yukon|Yukon Territory`,
  ),
  CL: region(
    'Region',
    `AI Aysén|Aisén|Aysén del General Carlos Ibáñez del Campo, AN Antofagasta, AP Arica y Parinacota, AR La
    Araucanía|Araucanía, AT Atacama, BI Biobío, CO Coquimbo, LI O’Higgins|Libertador General Bernardo O’Higgins, LL
    Los Lagos, LR Los Ríos, MA Magallanes|Magallanes y de la Antártica Chilena, ML Maule, NB Ñuble, RM Metropolitana
    de Santiago|Región Metropolitana|Santiago|Región Metropolitana de Santiago, TA Tarapacá, VS Valparaíso`,
  ),
  CO: region(
    'Department',
    `AMA Amazonas, ANT Antioquia, ARA Arauca, ATL Atlántico, BOL Bolívar, BOY Boyacá, CAL Caldas, CAQ Caquetá, CAS
    Casanare, CAU Cauca, CES Cesar, CHO Chocó, COR Córdoba, CUN Cundinamarca, DC Bogotá|Bogotá D.C.|Distrito Capital
    de Bogotá, GUA Guainía, GUV Guaviare, HUI Huila, LAG La Guajira, MAG Magdalena, MET Meta, NAR Nariño, NSA Norte de
    Santander, PUT Putumayo, QUI Quindío, RIS Risaralda, SAN Santander, SAP San Andrés y Providencia|Archipiélago de
    San Andrés Providencia y Santa Catalina, SUC Sucre, TOL Tolima, VAC Valle del Cauca|Valle, VAU Vaupés, VID Vichada`,
  ),
  MX: region(
    'State',
    `AGU Aguascalientes, BCN Baja California, BCS Baja California Sur, CAM Campeche, CHP Chiapas, CHH Chihuahua, CMX
    Ciudad de México|CDMX|DIF|Mexico City|Distrito Federal, COA Coahuila|Coahuila de Zaragoza, COL Colima, DUR
    Durango, MEX Estado de México|State of Mexico|México, GUA Guanajuato, GRO Guerrero, HID Hidalgo, JAL Jalisco, MIC
    Michoacán|Michoacán de Ocampo, MOR Morelos, NAY Nayarit, NLE Nuevo León, OAX Oaxaca, PUE Puebla, QUE Querétaro,
    ROO Quintana Roo, SLP San Luis Potosí, SIN Sinaloa, SON Sonora, TAB Tabasco, TAM Tamaulipas, TLA Tlaxcala, VER
    Veracruz|Veracruz de Ignacio de la Llave, YUC Yucatán, ZAC Zacatecas`,
  ),
  PE: region(
    'Region',
    `AMA Amazonas, ANC Ancash, APU Apurímac, ARE Arequipa, AYA Ayacucho, CAJ Cajamarca, CAL Callao|El Callao, CUS
    Cusco|Cuzco, HUC Huánuco, HUV Huancavelica, ICA Ica, JUN Junín, LAL La Libertad, LAM Lambayeque, LIM Lima, LMA
    Lima Metropolitana|Municipalidad Metropolitana de Lima, LOR Loreto, MDD Madre de Dios, MOQ Moquegua, PAS Pasco,
    PIU Piura, PUN Puno, SAM San Martín, TAC Tacna, TUM Tumbes, UCA Ucayali`,
  ),
  US: region(
    'State',
    `AL Alabama, AK Alaska, AS American Samoa, AZ Arizona, AR Arkansas, AA Armed Forces Americas, AE Armed Forces
    Europe, AP Armed Forces Pacific, CA California, CO Colorado, CT Connecticut, DE Delaware, DC District of
    Columbia|Washington DC, FL Florida, GA Georgia, GU Guam, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS
    Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS
    Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY
    New York, NC North Carolina, ND North Dakota, MP Northern Mariana Islands, OH Ohio, OK Oklahoma, OR Oregon, PA
    Pennsylvania, PR Puerto Rico, RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT
    Utah, VT Vermont, VI Virgin Islands|US Virgin Islands, VA Virginia, WA Washington, WV West Virginia, WI Wisconsin,
    WY Wyoming`,
  ),
}
