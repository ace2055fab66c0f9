/**
 * The names of countries in English, one country a line: alpha-2 and alpha-3 of ISO 3166-1, short name, official name,
 * what sanctions lists and people write besides, and after `~` the words for its nationals. A text that stands for several
 * countries is with each. Order, case, accents, "the", "of" and "and" do not matter: see `read.ts`. Kosovo has the code that
 * the EU and the lists use.
 */
export const COUNTRY_NAMES = `
AD AND Andorra; Principality of Andorra ~ Andorran
AE ARE United Arab Emirates; UAE; Emirates; Abu Dhabi; Dubai; Sharjah; Ajman; Fujairah; Ras al Khaimah ~ Emirati; Emirian
AF AFG Afghanistan; Islamic Republic of Afghanistan; Islamic Emirate of Afghanistan ~ Afghan; Afghani
AG ATG Antigua and Barbuda; Antigua; Antigua Barbuda ~ Antiguan; Antiguan Barbudan
AI AIA Anguilla ~ Anguillan
AL ALB Albania; Republic of Albania ~ Albanian
AM ARM Armenia; Republic of Armenia ~ Armenian
AO AGO Angola; Republic of Angola ~ Angolan
AQ ATA Antarctica
AR ARG Argentina; Argentine Republic ~ Argentine; Argentinian; Argentinean
AS ASM American Samoa ~ American Samoan
AT AUT Austria; Republic of Austria ~ Austrian
AU AUS Australia; Commonwealth of Australia ~ Australian
AW ABW Aruba ~ Aruban
AX ALA Aland Islands; Aland
AZ AZE Azerbaijan; Republic of Azerbaijan ~ Azerbaijani; Azeri; Azerbaijanian
BA BIH Bosnia and Herzegovina; Bosnia; Bosnia Herzegovina; Bosnia Hercegovina; Republika Srpska ~ Bosnian; Herzegovinian; Bosnian Herzegovinian; Bosnian Serb
BB BRB Barbados ~ Barbadian; Bajan
BD BGD Bangladesh; People's Republic of Bangladesh ~ Bangladeshi
BE BEL Belgium; Kingdom of Belgium ~ Belgian
BF BFA Burkina Faso; Burkina; Upper Volta ~ Burkinabe; Burkinese; Burkinan
BG BGR Bulgaria; Republic of Bulgaria ~ Bulgarian
BH BHR Bahrain; Kingdom of Bahrain; Bahrein ~ Bahraini
BI BDI Burundi; Republic of Burundi ~ Burundian
BJ BEN Benin; Republic of Benin; Dahomey ~ Beninese; Beninois
BL BLM Saint Barthelemy; Saint Barts
BM BMU Bermuda; Bermudas; Bermuda Islands ~ Bermudian; Bermudan
BN BRN Brunei Darussalam; Brunei; Nation of Brunei ~ Bruneian
BO BOL Bolivia; Plurinational State of Bolivia; Bolivia Plurinational State; Republic of Bolivia ~ Bolivian
BQ BES Bonaire, Sint Eustatius and Saba; Bonaire; Caribbean Netherlands; Saba; Sint Eustatius; Saint Eustatius
BR BRA Brazil; Federative Republic of Brazil; Brasil ~ Brazilian
BS BHS Bahamas; Commonwealth of the Bahamas ~ Bahamian
BT BTN Bhutan; Kingdom of Bhutan ~ Bhutanese
BV BVT Bouvet Island
BW BWA Botswana; Republic of Botswana ~ Motswana; Botswanan; Batswana
BY BLR Belarus; Republic of Belarus; Byelorussia; Belorussia; Byelorussian SSR; White Russia ~ Belarusian; Belarussian; Belorussian; Byelorussian
BZ BLZ Belize; British Honduras ~ Belizean
CA CAN Canada ~ Canadian
CC CCK Cocos (Keeling) Islands; Cocos Islands; Keeling Islands
CD COD Democratic Republic of the Congo; Congo Kinshasa; DR Congo; DRC; D.R. Congo; Zaire; Republic of Zaire; ZAR; Dem. Rep. Congo; RDC; Congo DR; Congo DRC ~ Congolese; Zairian
CF CAF Central African Republic; CAR; Central African Empire ~ Central African
CG COG Congo; Republic of the Congo; Congo Brazzaville; Congo Rep. ~ Congolese
CH CHE Switzerland; Swiss Confederation ~ Swiss
CI CIV Cote d'Ivoire; Republic of Cote d'Ivoire; Ivory Coast; Cote d Ivoire; Cote Divoire ~ Ivorian; Ivoirian
CK COK Cook Islands ~ Cook Islander
CL CHL Chile; Republic of Chile ~ Chilean
CM CMR Cameroon; Republic of Cameroon; Cameroun ~ Cameroonian
CN CHN China; People's Republic of China; PRC; P.R. China; P.R.C.; Mainland China; China Mainland; China People's Republic ~ Chinese
CO COL Colombia; Republic of Colombia ~ Colombian
CR CRI Costa Rica; Republic of Costa Rica ~ Costa Rican
CU CUB Cuba; Republic of Cuba ~ Cuban
CV CPV Cabo Verde; Republic of Cabo Verde; Cape Verde; Cape Verde Islands; Republic of Cape Verde ~ Cape Verdean; Cabo Verdean
CW CUW Curacao ~ Curacaoan
CX CXR Christmas Island
CY CYP Cyprus; Republic of Cyprus; North Cyprus; Northern Cyprus; Turkish Republic of Northern Cyprus ~ Cypriot
CZ CZE Czechia; Czech Republic ~ Czech
DE DEU Germany; Federal Republic of Germany; East Germany; West Germany; German Democratic Republic; GDR; DDR ~ German
DJ DJI Djibouti; Republic of Djibouti; French Afars and Issas; French Somaliland ~ Djiboutian
DK DNK Denmark; Kingdom of Denmark ~ Danish; Dane
DM DMA Dominica; Commonwealth of Dominica ~ Dominican
DO DOM Dominican Republic; Dominican Rep.; Republica Dominicana ~ Dominican
DZ DZA Algeria; People's Democratic Republic of Algeria; Democratic and Popular Republic of Algeria ~ Algerian
EC ECU Ecuador; Republic of Ecuador ~ Ecuadorian; Ecuadorean; Ecuadoran
EE EST Estonia; Republic of Estonia ~ Estonian
EG EGY Egypt; Arab Republic of Egypt; A.R. Egypt; Egypt Arab Rep. ~ Egyptian
EH ESH Western Sahara; Sahrawi Arab Democratic Republic; Spanish Sahara; Sahrawi ~ Sahrawian; Sahraoui
ER ERI Eritrea; State of Eritrea ~ Eritrean
ES ESP Spain; Kingdom of Spain; Canary Islands; Ceuta; Melilla; Ceuta Melilla ~ Spanish; Spaniard
ET ETH Ethiopia; Federal Democratic Republic of Ethiopia ~ Ethiopian
FI FIN Finland; Republic of Finland ~ Finnish; Finn
FJ FJI Fiji; Republic of Fiji; Fiji Islands ~ Fijian
FK FLK Falkland Islands (Malvinas); Falkland Islands; Falklands; Malvinas ~ Falkland Islander
FM FSM Federated States of Micronesia; Micronesia; F.S. Micronesia ~ Micronesian
FO FRO Faroe Islands; Faeroe Islands; Faroes; Faeroes ~ Faroese
FR FRA France; French Republic; Metropolitan France; Clipperton Island ~ French; Frenchman
GA GAB Gabon; Gabonese Republic ~ Gabonese
GB GBR United Kingdom; United Kingdom of Great Britain and Northern Ireland; Great Britain; Britain; UK; U.K.; GB; England; Scotland; Wales; Northern Ireland; Great Britain United Kingdom ~ British; Briton; English; Scottish; Welsh; Northern Irish
GD GRD Grenada ~ Grenadian
GE GEO Georgia; Republic of Georgia; Abkhazia; South Ossetia ~ Georgian; Abkhaz; Abkhazian; South Ossetian
GF GUF French Guiana; Guyane
GG GGY Guernsey; Bailiwick of Guernsey; Alderney; Sark; Channel Islands Guernsey; Guernsey C.I.
GH GHA Ghana; Republic of Ghana ~ Ghanaian; Ghanian
GI GIB Gibraltar ~ Gibraltarian
GL GRL Greenland ~ Greenlandic; Greenlander
GM GMB Gambia; Republic of the Gambia; Islamic Republic of the Gambia ~ Gambian
GN GIN Guinea; Republic of Guinea; Guinea Conakry; Guinee ~ Guinean
GP GLP Guadeloupe
GQ GNQ Equatorial Guinea; Republic of Equatorial Guinea ~ Equatorial Guinean; Equatoguinean
GR GRC Greece; Hellenic Republic ~ Greek; Hellenic
GS SGS South Georgia and the South Sandwich Islands; South Georgia
GT GTM Guatemala; Republic of Guatemala ~ Guatemalan
GU GUM Guam ~ Guamanian
GW GNB Guinea-Bissau; Republic of Guinea-Bissau; Portuguese Guinea ~ Bissau-Guinean; Guinea-Bissauan
GY GUY Guyana; Co-operative Republic of Guyana; Cooperative Republic of Guyana; British Guiana ~ Guyanese
HK HKG Hong Kong; Hong Kong Special Administrative Region of China; Hong Kong SAR; Hong Kong SAR China; Hong Kong China; Hongkong; HKSAR ~ Hong Konger; Hongkonger; Hong Kong Chinese
HM HMD Heard Island and McDonald Islands
HN HND Honduras; Republic of Honduras ~ Honduran
HR HRV Croatia; Republic of Croatia ~ Croatian; Croat
HT HTI Haiti; Republic of Haiti ~ Haitian
HU HUN Hungary; Republic of Hungary ~ Hungarian
ID IDN Indonesia; Republic of Indonesia ~ Indonesian
IE IRL Ireland; Republic of Ireland; Eire; Irish Republic ~ Irish
IL ISR Israel; State of Israel ~ Israeli
IM IMN Isle of Man; Man ~ Manx
IN IND India; Republic of India; Sikkim; Bharat ~ Indian
IO IOT British Indian Ocean Territory; Chagos Archipelago; Diego Garcia
IQ IRQ Iraq; Republic of Iraq; Iraqi Kurdistan; Kurdistan Region of Iraq ~ Iraqi
IR IRN Iran; Islamic Republic of Iran; Persia; I.R. Iran; Iran I.R.; Iran Islamic Rep. ~ Iranian; Persian
IS ISL Iceland; Republic of Iceland ~ Icelandic; Icelander
IT ITA Italy; Italian Republic; Republic of Italy ~ Italian
JE JEY Jersey; Bailiwick of Jersey; Channel Islands Jersey; Jersey C.I.; Channel Islands
JM JAM Jamaica ~ Jamaican
JO JOR Jordan; Hashemite Kingdom of Jordan; Kingdom of Jordan ~ Jordanian
JP JPN Japan; State of Japan ~ Japanese
KE KEN Kenya; Republic of Kenya ~ Kenyan
KG KGZ Kyrgyzstan; Kyrgyz Republic; Kirghizstan; Kirgizstan; Kirghizia; Kirgizia; Kyrgyz Rep. ~ Kyrgyz; Kyrgyzstani; Kirghiz
KH KHM Cambodia; Kingdom of Cambodia; Kampuchea; Democratic Kampuchea; Khmer Republic ~ Cambodian; Khmer
KI KIR Kiribati; Republic of Kiribati; Gilbert Islands; Canton and Enderbury Islands ~ I-Kiribati
KM COM Comoros; Union of the Comoros; Comoro Islands; Comores ~ Comoran; Comorian
KN KNA Saint Kitts and Nevis; St. Kitts; Saint Christopher and Nevis; Federation of Saint Kitts and Nevis; St Kitts Nevis; Saint Kitts; Nevis ~ Kittitian; Nevisian
KP PRK Democratic People's Republic of Korea; North Korea; Korea North; DPRK; D.P.R.K.; Korea D.P.R.; Korea Dem. People's Rep.; DPR Korea; People's Democratic Republic of Korea; Korea Democratic Republic ~ North Korean; Korean
KR KOR Republic of Korea; South Korea; Korea South; Korea; ROK; Korea Rep.; R.O. Korea ~ South Korean; Korean
KW KWT Kuwait; State of Kuwait ~ Kuwaiti
KY CYM Cayman Islands; Caymans; Grand Cayman ~ Caymanian
KZ KAZ Kazakhstan; Republic of Kazakhstan; Kazakstan ~ Kazakh; Kazakhstani; Kazak
LA LAO Lao People's Democratic Republic; Laos; Lao PDR; Lao; Lao People's Dem. Rep. ~ Laotian
LB LBN Lebanon; Lebanese Republic ~ Lebanese
LC LCA Saint Lucia ~ Saint Lucian
LI LIE Liechtenstein; Principality of Liechtenstein ~ Liechtensteiner
LK LKA Sri Lanka; Democratic Socialist Republic of Sri Lanka; Ceylon ~ Sri Lankan; Ceylonese
LR LBR Liberia; Republic of Liberia ~ Liberian
LS LSO Lesotho; Kingdom of Lesotho; Basutoland ~ Mosotho; Basotho; Lesothan
LT LTU Lithuania; Republic of Lithuania ~ Lithuanian
LU LUX Luxembourg; Grand Duchy of Luxembourg; Luxemburg ~ Luxembourger; Luxembourgish
LV LVA Latvia; Republic of Latvia ~ Latvian
LY LBY Libya; State of Libya; Libyan Arab Jamahiriya; Great Socialist People's Libyan Arab Jamahiriya; Socialist People's Libyan Arab Jamahiriya; Libyan Arab Republic ~ Libyan
MA MAR Morocco; Kingdom of Morocco; Maroc ~ Moroccan
MC MCO Monaco; Principality of Monaco ~ Monegasque; Monacan
MD MDA Republic of Moldova; Moldova; Moldavia; Transnistria; Transdniestria; Pridnestrovian Moldavian Republic; Trans Dniester ~ Moldovan; Moldavian; Transnistrian
ME MNE Montenegro; Republic of Montenegro ~ Montenegrin
MF MAF Saint Martin (French part); Saint Martin
MG MDG Madagascar; Republic of Madagascar; Malagasy Republic ~ Malagasy; Madagascan
MH MHL Marshall Islands; Republic of the Marshall Islands ~ Marshallese
MK MKD North Macedonia; Republic of North Macedonia; Macedonia; The former Yugoslav Republic of Macedonia; FYROM; Republic of Macedonia; FYR Macedonia; Macedonia FYR; Macedonia F.Y.R.O. ~ Macedonian; North Macedonian
ML MLI Mali; Republic of Mali; Region Northern Mali; Northern Mali ~ Malian
MM MMR Myanmar; Republic of the Union of Myanmar; Burma; BUR; Union of Myanmar; Union of Burma; Myanmar Burma; Burma Myanmar ~ Burmese; Myanma; Myanmarese
MN MNG Mongolia; Mongolian People's Republic; Outer Mongolia ~ Mongolian; Mongol
MO MAC Macao; Macao Special Administrative Region of China; Macau; Macao SAR; Macau SAR; Macao SAR China; Macau SAR China; Macau China; Macao China ~ Macanese
MP MNP Northern Mariana Islands; Commonwealth of the Northern Mariana Islands; Saipan
MQ MTQ Martinique
MR MRT Mauritania; Islamic Republic of Mauritania ~ Mauritanian
MS MSR Montserrat ~ Montserratian
MT MLT Malta; Republic of Malta ~ Maltese
MU MUS Mauritius; Republic of Mauritius ~ Mauritian
MV MDV Maldives; Republic of Maldives; Maldive Islands ~ Maldivian
MW MWI Malawi; Republic of Malawi; Nyasaland ~ Malawian
MX MEX Mexico; United Mexican States; Mejico ~ Mexican
MY MYS Malaysia; Labuan; Sarawak; Sabah; Malaya ~ Malaysian; Malay
MZ MOZ Mozambique; Republic of Mozambique ~ Mozambican; Mozambiquan
NA NAM Namibia; Republic of Namibia; South West Africa ~ Namibian
NC NCL New Caledonia ~ New Caledonian
NE NER Niger; Republic of the Niger ~ Nigerien
NF NFK Norfolk Island
NG NGA Nigeria; Federal Republic of Nigeria ~ Nigerian
NI NIC Nicaragua; Republic of Nicaragua ~ Nicaraguan
NL NLD Netherlands; Kingdom of the Netherlands; Holland ~ Dutch; Netherlander; Dutchman
NO NOR Norway; Kingdom of Norway ~ Norwegian
NP NPL Nepal; Federal Democratic Republic of Nepal; Kingdom of Nepal ~ Nepalese; Nepali
NR NRU Nauru; Republic of Nauru ~ Nauruan
NU NIU Niue ~ Niuean
NZ NZL New Zealand; Aotearoa ~ New Zealander
OM OMN Oman; Sultanate of Oman; Muscat and Oman ~ Omani
PA PAN Panama; Republic of Panama; Panama Canal Zone ~ Panamanian
PE PER Peru; Republic of Peru ~ Peruvian
PF PYF French Polynesia; Tahiti ~ French Polynesian
PG PNG Papua New Guinea; Independent State of Papua New Guinea; Bougainville; PNG ~ Papua New Guinean; Papuan
PH PHL Philippines; Republic of the Philippines; Philippine Islands ~ Filipino; Philippine; Filipina
PK PAK Pakistan; Islamic Republic of Pakistan; Azad Kashmir ~ Pakistani
PL POL Poland; Republic of Poland ~ Polish; Pole
PM SPM Saint Pierre and Miquelon
PN PCN Pitcairn; Pitcairn Islands; Pitcairn Henderson Ducie Oeno Islands
PR PRI Puerto Rico; Commonwealth of Puerto Rico; Porto Rico ~ Puerto Rican
PS PSE State of Palestine; Palestine; Palestinian Territories; Palestinian Territory; Occupied Palestinian Territory; Occupied Palestinian Territories; Palestinian Authority; Palestinian Territory Occupied; West Bank; Gaza; Gaza Strip; West Bank Gaza; West Bank Gaza Strip; Region Gaza; Region West Bank; OPT ~ Palestinian
PT PRT Portugal; Portuguese Republic; Azores; Madeira ~ Portuguese
PW PLW Palau; Republic of Palau; Belau ~ Palauan
PY PRY Paraguay; Republic of Paraguay ~ Paraguayan
QA QAT Qatar; State of Qatar ~ Qatari
RE REU Reunion; La Reunion
RO ROU Romania; ROM; Rumania; Roumania ~ Romanian; Rumanian
RS SRB Serbia; Republic of Serbia; Vojvodina ~ Serbian; Serb
RU RUS Russian Federation; Russia; Russian Fed.; RF; Russian SFSR; RSFSR; Chechnya; Chechen Republic; Dagestan; Tatarstan; Republic of Dagestan ~ Russian; Chechen
RW RWA Rwanda; Republic of Rwanda; Ruanda ~ Rwandan; Rwandese
SA SAU Saudi Arabia; Kingdom of Saudi Arabia; KSA; K.S.A. ~ Saudi; Saudi Arabian
SB SLB Solomon Islands ~ Solomon Islander
SC SYC Seychelles; Republic of Seychelles ~ Seychellois
SD SDN Sudan; Republic of the Sudan; North Sudan; Region Kafia Kingi; Kafia Kingi; Darfur ~ Sudanese
SE SWE Sweden; Kingdom of Sweden ~ Swedish; Swede
SG SGP Singapore; Republic of Singapore ~ Singaporean
SH SHN Saint Helena, Ascension and Tristan da Cunha; Saint Helena; Ascension Island; Ascension; Tristan da Cunha ~ Saint Helenian
SI SVN Slovenia; Republic of Slovenia ~ Slovenian; Slovene
SJ SJM Svalbard and Jan Mayen; Svalbard; Jan Mayen
SK SVK Slovakia; Slovak Republic ~ Slovak; Slovakian
SL SLE Sierra Leone; Republic of Sierra Leone ~ Sierra Leonean
SM SMR San Marino; Republic of San Marino ~ Sammarinese; San Marinese
SN SEN Senegal; Republic of Senegal ~ Senegalese
SO SOM Somalia; Federal Republic of Somalia; Somaliland; Puntland; Somali Republic; Somali Democratic Republic ~ Somali; Somalian
SR SUR Suriname; Republic of Suriname; Surinam; Dutch Guiana ~ Surinamese
SS SSD South Sudan; Republic of South Sudan; Southern Sudan ~ South Sudanese
ST STP Sao Tome and Principe; Democratic Republic of Sao Tome and Principe; Sao Tome ~ Sao Tomean; Santomean
SV SLV El Salvador; Republic of El Salvador; Salvador ~ Salvadoran; Salvadorian; Salvadorean
SX SXM Sint Maarten (Dutch part); Sint Maarten; Saint Maarten; Netherlands Antilles Sint Maarten
SY SYR Syrian Arab Republic; Syria; Syrian Arab Rep. ~ Syrian
SZ SWZ Eswatini; Kingdom of Eswatini; Swaziland; Kingdom of Swaziland ~ Swazi; Liswati
TC TCA Turks and Caicos Islands; Turks and Caicos
TD TCD Chad; Republic of Chad; Tchad ~ Chadian
TF ATF French Southern Territories; French Southern and Antarctic Lands; French Southern and Antarctic Territories
TG TGO Togo; Togolese Republic ~ Togolese
TH THA Thailand; Kingdom of Thailand; Siam ~ Thai
TJ TJK Tajikistan; Republic of Tajikistan; Tadzhikistan; Tadjikistan ~ Tajik; Tajikistani; Tadzhik
TK TKL Tokelau ~ Tokelauan
TL TLS Timor-Leste; Democratic Republic of Timor-Leste; East Timor; Portuguese Timor; TMP ~ Timorese; East Timorese
TM TKM Turkmenistan; Turkmenia ~ Turkmen; Turkmenistani
TN TUN Tunisia; Republic of Tunisia; Tunis ~ Tunisian
TO TON Tonga; Kingdom of Tonga ~ Tongan
TR TUR Turkiye; Republic of Turkiye; Turkey; Republic of Turkey ~ Turkish; Turk
TT TTO Trinidad and Tobago; Republic of Trinidad and Tobago; Trinidad; Tobago; Trinidad Tobago ~ Trinidadian; Tobagonian
TV TUV Tuvalu; Ellice Islands ~ Tuvaluan
TW TWN Taiwan; Taiwan Province of China; Republic of China; Chinese Taipei; Taiwan ROC; Taiwan R.O.C.; Taiwan China; Taiwan Republic of China; Formosa; ROC ~ Taiwanese
TZ TZA United Republic of Tanzania; Tanzania; Zanzibar; Tanganyika; Tanzania United Rep. ~ Tanzanian
UA UKR Ukraine; Region Crimea; Crimea; Autonomous Republic of Crimea; Sevastopol; Crimea Region of Ukraine; Crimea Ukraine; Donetsk People's Republic; Luhansk People's Republic; Lugansk People's Republic; Donetsk; Luhansk; Region Donetsk; Region Luhansk; DNR; LNR; Ukrainian SSR; So-called Donetsk People's Republic; So-called Luhansk People's Republic; Republic of Crimea; Crimea Sevastopol; Region Kherson; Region Zaporizhzhia ~ Ukrainian
UG UGA Uganda; Republic of Uganda ~ Ugandan
UM UMI United States Minor Outlying Islands; U.S. Minor Outlying Islands; US Minor Outlying Islands; Midway Islands; Wake Island; Johnston Island; Baker Island; Howland Island; Jarvis Island
US USA United States of America; United States; USA; U.S.A.; US; U.S.; America ~ American
UY URY Uruguay; Eastern Republic of Uruguay; Oriental Republic of Uruguay ~ Uruguayan
UZ UZB Uzbekistan; Republic of Uzbekistan ~ Uzbek; Uzbekistani
VA VAT Holy See; Vatican City State; Vatican City; Vatican; Holy See Vatican City State 
VC VCT Saint Vincent and the Grenadines; Saint Vincent; Saint Vincent Grenadines; SVG ~ Saint Vincentian; Vincentian
VE VEN Bolivarian Republic of Venezuela; Venezuela; Venezuela Bolivarian Rep.; Republic of Venezuela; Venezuela R.B. ~ Venezuelan
VG VGB British Virgin Islands; Virgin Islands (British); BVI; B.V.I.; Virgin Islands U.K.; Tortola; Virgin Islands UK; Virgin Islands ~ British Virgin Islander
VI VIR United States Virgin Islands; Virgin Islands (U.S.); US Virgin Islands; USVI; Virgin Islands US; Virgin Islands United States; Virgin Islands; American Virgin Islands
VN VNM Viet Nam; Socialist Republic of Viet Nam; Vietnam; Socialist Republic of Vietnam; Democratic Republic of Vietnam; North Vietnam; South Vietnam ~ Vietnamese
VU VUT Vanuatu; Republic of Vanuatu; New Hebrides ~ Ni-Vanuatu; Vanuatuan
WF WLF Wallis and Futuna; Wallis and Futuna Islands
WS WSM Samoa; Independent State of Samoa; Western Samoa ~ Samoan
XK XKX Kosovo; Republic of Kosovo; Kosovo Metohija; UNMIK Kosovo ~ Kosovar; Kosovan; Kosovo Albanian
YE YEM Yemen; Republic of Yemen; Yemen Arab Republic; Democratic Yemen; South Yemen; North Yemen; People's Democratic Republic of Yemen; Yemen Rep. ~ Yemeni; Yemenite
YT MYT Mayotte
ZA ZAF South Africa; Republic of South Africa; RSA; R.S.A. ~ South African
ZM ZMB Zambia; Republic of Zambia; Northern Rhodesia ~ Zambian
ZW ZWE Zimbabwe; Republic of Zimbabwe; Rhodesia; Southern Rhodesia ~ Zimbabwean
`

/**
 * Codes that ISO 3166 withdrew or reserves, and the EU's own, with the countries of today: the first is the principal
 * successor. The name of a country that was divided stands for all of its successors.
 */
export const FORMER_COUNTRIES = `
AC SH
AN CW SX BQ; Netherlands Antilles; ANT; Dutch Antilles ~ Netherlands Antillean
BU MM
CS RS ME; Serbia and Montenegro; SCG; State Union of Serbia and Montenegro
CT KI
DD DE
DY BJ
EA ES
EL GR
FX FR
HV BF
IC ES
JT UM
KV XK
MI UM
NH VU
NQ AQ
NT SA IQ; Neutral Zone; Saudi Arabian Iraqi Neutral Zone
PC MH FM MP PW; Pacific Islands Trust Territory; Trust Territory of the Pacific Islands
PU UM
PZ PA
RH ZW
SU RU AM AZ BY EE GE KZ KG LV LT MD TJ TM UA UZ; Soviet Union; SUN; USSR; U.S.S.R.; Union of Soviet Socialist Republics ~ Soviet
TA SH
TP TL
UK GB
VD VN
WK UM
YD YE
YU RS ME HR SI BA MK XK; Yugoslavia; YUG; Federal Republic of Yugoslavia; Socialist Federal Republic of Yugoslavia; SFR Yugoslavia; Former Yugoslavia; FR Yugoslavia ~ Yugoslav; Yugoslavian
ZR CD
CSHH CZ SK; Czechoslovakia; CSK; Czechoslovak Socialist Republic; Czech and Slovak Federal Republic ~ Czechoslovak; Czechoslovakian
`
