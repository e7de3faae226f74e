/** Parts of English words that are spelt in two ways, mostly British and American; anywhere in a word. */
const parts = `colour color, flavour flavor, favour favor, honour honor, labour labor, neighbour neighbor, harbour harbor,
  humour humor, odour odor, savour savor, vapour vapor, armour armor, behaviour behavior, parlour parlor, rumour rumor,
  grey gray, tyre tire, plough plow, mould mold, smoulder smolder, kerb curb, cosy cozy, cosie cozie, storey story,
  jewellery jewelry, aluminium aluminum, moustache mustache, yoghurt yogurt, whisky whiskey, pyjama pajama,
  doughnut donut, omelette omelet, liquorice licorice, chilli chili, barbecue barbeque, ketchup catsup,
  cheque check, programme program, catalogue catalog, dialogue dialog, analogue analog, sceptic skeptic,
  artefact artifact, ageing aging, judgement judgment, sulph sulf, draught draft, manoeuvre maneuver, gipsy gypsy,
  licence license, defence defense, offence offense, practise practice, speciality specialty,
  centre center, theatre theater, fibre fiber, litre liter, metre meter, calibre caliber, lustre luster, sabre saber,
  sombre somber, spectre specter, meagre meager, anaesth anesth, paediatr pediatr, orthopaed orthoped, haemo hemo,
  oestro estro, foet fet, encyclopaed encycloped, gynaeco gyneco, leukaemi leukemi, anaemi anemi, diarrhoea diarrhea,
  travell travel, jewell jewel, labell label, modell model, cancell cancel, panell panel, channell channel,
  tunnell tunnel, swivell swivel, marvell marvel, levell level, fuell fuel, diall dial, towell towel, pencill pencil,
  enamell enamel, bevell bevel, chisell chisel, snorkell snorkel, pedall pedal, woollen woolen, skilful skillful,
  biryani biriyani, chapati chapatti, hummus houmous, caftan kaftan`

/** Whole words, where a part would be in too many others. */
const words = 'disc disk, fillet filet, axe ax, saree sari, dal daal dhal dahl, cosier cozier'

const listOf = (text: string): string[][] => text.split(',').map((spellings) => spellings.trim().split(/\s+/))

/** The longer first, which may contain the other. */
const doubles = listOf(parts).map((pair) => pair.toSorted((a, b) => b.length - a.length))
const wholeWords = listOf(words)

/** `moisturiser`, `organized`, `analysing`; not `rise`. */
const ENDING = /^(\p{L}{3,}(?:i|ly))([sz])(e|ed|er|ers|es|ing|ation|ations)$/u

/** What is the same word in another spelling, if it has one. */
export function otherSpellings(word: string): string[] {
  const found = new Set([word])
  for (const [long = '', short = ''] of doubles) {
    for (const known of [...found]) {
      if (known.includes(long)) found.add(known.replace(long, short))
      else if (known.includes(short)) found.add(known.replace(short, long))
    }
  }
  for (const known of [...found]) {
    const [, stem, letter, ending] = ENDING.exec(known) ?? []
    if (stem && ending) found.add(`${stem}${letter === 's' ? 'z' : 's'}${ending}`)
  }
  for (const spellings of wholeWords) {
    const singular = word.replace(/s$/, '')
    if (spellings.includes(word)) for (const other of spellings) found.add(other)
    else if (spellings.includes(singular)) for (const other of spellings) found.add(`${other}s`)
  }
  found.delete(word)
  return [...found]
}
