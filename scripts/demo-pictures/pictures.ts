import { bamboo, blossom, daisy, hibiscus, hills, leaf, mint, scenes, slice, starAnise, waves } from './motifs.ts'
import { at, caddy, cupAbove, glassPot, heap, mug, picture, pouch, type Stage, shadow, steam, tin } from './parts.ts'

const stage = (wall: string, niche: string, table: string): Stage => ({ wall, niche, table })

const blackTeas = {
  assam: picture('Assam', stage('#f3dcc0', '#f9ead6', '#d9b48a'), tin('#8f2d1a', '#6d2012', scenes.assam)),
  'darjeeling-first-flush': picture(
    'Darjeeling First Flush',
    stage('#e3ecd8', '#f1f6ea', '#c3d0ae'),
    tin('#6d8f3c', '#4f6d28', scenes.firstFlush),
  ),
  'darjeeling-second-flush': picture(
    'Darjeeling Second Flush',
    stage('#ecdbe4', '#f6ebf0', '#cdb0c2'),
    tin('#6a3d68', '#4e2a4d', scenes.secondFlush),
  ),
  'nilgiri-frost': picture(
    'Nilgiri Frost Tea',
    stage('#d5e4ee', '#e9f2f8', '#a9c3d4'),
    tin('#1d4468', '#12304c', scenes.frost),
  ),
  'english-breakfast': picture(
    'English Breakfast',
    stage('#f1e4cf', '#faf2e4', '#cfb78f'),
    tin('#1d2f5c', '#b3202c', scenes.breakfast),
  ),
  'earl-grey-bergamot': picture(
    'Earl Grey with Bergamot',
    stage('#d9ebe7', '#edf6f3', '#a5c7c0'),
    tin('#e9a11f', '#155e63', scenes.earlGrey),
  ),
  'masala-chai': picture('Masala Chai', stage('#fbe0b8', '#fdefd7', '#e0a860'), tin('#c2571a', '#7c2f0d', scenes.chai)),
  'lapsang-souchong': picture(
    'Lapsang Souchong',
    stage('#dad5cf', '#eae6e1', '#a69c92'),
    tin('#3a3a40', '#1f1f23', scenes.smoke),
  ),
  'assam-leaf': picture(
    'Leaves of Assam',
    stage('#f3dcc0', '#f9ead6', '#e8cba4'),
    heap(['#5b2a14', '#7b3d1c', '#3f1c0d', '#b06a2c'], 7),
  ),
  'darjeeling-first-flush-leaf': picture(
    'Leaves of Darjeeling First Flush',
    stage('#e3ecd8', '#f1f6ea', '#d4dfc1'),
    heap(['#6d7a35', '#8c8a3c', '#4d5a26', '#7a5a2a'], 19),
  ),
  'english-breakfast-cup': picture(
    'English Breakfast in a cup',
    stage('#1d2f5c', '#24396d', '#24396d'),
    cupAbove('#8a3512', '#b85a22'),
  ),
  'masala-chai-cup': picture(
    'Masala Chai in a cup',
    stage('#e07a1f', '#e88a36', '#e88a36'),
    cupAbove('#b98150', '#d6a878', '#fdfaf4', at(214, 214, starAnise(0.75))),
  ),
  'masala-chai-spices': picture(
    'Spices of Masala Chai',
    stage('#fbe0b8', '#fdefd7', '#f4cf98'),
    `${shadow(200, 300, 318)}${at(150, 236, starAnise(1.35))}${at(262, 190, starAnise(0.95))}<g stroke-linecap="round" stroke-width="22"><path stroke="#9a5426" d="M214 306L336 226"/><path stroke="#b76a35" d="M226 322L348 246"/></g><g fill="#9db86c" stroke="#6f8a44" stroke-width="2"><path d="M78 300q22-28 56 0q-32 26-56 0zM118 326q22-26 54 0q-30 24-54 0zM240 262q22-26 50-4q-24 26-50 4z"/></g><g fill="#2f1a10"><circle cx="90" cy="176" r="8"/><circle cx="196" cy="316" r="8"/><circle cx="316" cy="300" r="8"/><circle cx="206" cy="150" r="7"/></g>`,
  ),
}

const greenTeas = {
  sencha: picture('Sencha Fukamushi', stage('#e2edcf', '#f0f6e4', '#bcd09a'), pouch('#4f8a46', '#38682f', waves)),
  gyokuro: picture('Gyokuro Uji', stage('#cfe0d6', '#e4eee8', '#96b5a4'), pouch('#1f4a3c', '#143529', bamboo)),
  'kangra-green': picture(
    'Kangra Green',
    stage('#f2eecb', '#f9f7e4', '#d6cf96'),
    pouch('#b9c45a', '#98a43c', hills('#7fae63', '#4e8046', '#f2a33c')),
  ),
  'jasmine-pearls': picture(
    'Jasmine Dragon Pearls',
    stage('#e6e9dc', '#f4f5ee', '#c4cbb0'),
    `${shadow(205, 200)}<path fill="#fff" opacity=".5" d="M128 120h144v196q0 18-18 18H146q-18 0-18-18z"/>${pearls()}<path fill="url(#s)" d="M128 120h144v196q0 18-18 18H146q-18 0-18-18z"/><path fill="#b98b57" d="M122 92h156v32H122z"/><path fill="#d1a672" d="M122 92h156v9H122z"/><path stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".8" d="M144 146v150"/>${at(300, 306, blossom('#fffdf7', '#f1cf62', 0.8))}${at(96, 318, blossom('#fffdf7', '#f1cf62', 0.62))}`,
  ),
  'moroccan-mint': picture(
    'Moroccan Mint',
    stage('#d3ebe0', '#e8f5ee', '#8fc4ac'),
    `${shadow(200, 170)}${at(206, 176, `<g transform="scale(1.1)">${mint}</g>`)}<path fill="#fff" opacity=".5" d="M132 150h136l-20 92 14 88q0 6-8 6H146q-8 0-8-6l14-88z"/><path fill="#d9b23f" opacity=".9" d="M138 180h124l-14 62 13 82q0 4-6 4H145q-6 0-6-4l13-82z"/><g fill="none" stroke="#a9781b" stroke-width="3.5"><path d="M150 232q12-14 25 0t25 0t25 0t25 0M151 250q12 14 25 0t25 0t25 0t24 0"/></g><path fill="url(#s)" d="M132 150h136l-20 92 14 88q0 6-8 6H146q-8 0-8-6l14-88z"/><ellipse cx="200" cy="150" rx="68" ry="11" fill="none" stroke="#d9b23f" stroke-width="5"/>${at(226, 176, leaf('#4f9e5c', '#cdebc2', 74), 'rotate(34)')}${at(206, 172, leaf('#6bb873', '#dff3d6', 66), 'rotate(6)')}`,
  ),
  'matcha-ceremonial': picture(
    'Matcha',
    stage('#dfe8c6', '#eef3df', '#b3bf86'),
    `${shadow(200, 260)}<path fill="#2e2c2b" d="M76 200h248q0 118-82 132h-84q-82-14-82-132z"/><path fill="url(#s)" d="M76 200h248q0 118-82 132h-84q-82-14-82-132z"/><path fill="#fff" opacity=".12" d="M92 214q4 70 46 100q-42-12-54-100z"/><ellipse cx="200" cy="200" rx="124" ry="32" fill="#46423f"/><ellipse cx="200" cy="204" rx="112" ry="26" fill="#7fb238"/><path fill="none" stroke="#b8dc74" stroke-width="6" stroke-linecap="round" d="M130 204q36-18 70 0t72-6"/><g fill="#cdea94"><circle cx="160" cy="214" r="4"/><circle cx="236" cy="212" r="5"/><circle cx="210" cy="192" r="3"/></g><path fill="#8a6b36" d="M150 332h100v12H150z"/>`,
  ),
  'sencha-leaf': picture(
    'Leaves of Sencha',
    stage('#e2edcf', '#f0f6e4', '#d3e2b8'),
    heap(['#2f5d2c', '#4a7d3a', '#1f4522', '#6b9a4b'], 31),
  ),
  'gyokuro-pot': picture(
    'A pot for gyokuro',
    stage('#cfe0d6', '#e4eee8', '#96b5a4'),
    `${shadow(196, 250)}<path fill="#3d6f5c" d="M256 226l102-50 10 20-98 62z"/><path fill="#2f5c4b" d="M112 222L66 196l-12 14 48 52z"/><ellipse cx="190" cy="254" rx="96" ry="80" fill="#3d6f5c"/><ellipse cx="190" cy="254" rx="96" ry="80" fill="url(#s)"/><path fill="none" stroke="#8fbfa9" stroke-width="3" opacity=".7" d="M100 270q90 34 180 0M108 288q82 30 164 0"/><ellipse cx="190" cy="184" rx="58" ry="15" fill="#2f5c4b"/><path fill="#4b8470" d="M140 180q50-34 100 0z"/><circle cx="190" cy="156" r="13" fill="#2f5c4b"/>`,
  ),
  'jasmine-pearls-glass': picture(
    'Jasmine tea in a cup',
    stage('#7b8f5a', '#869a66', '#869a66'),
    cupAbove('#d8c46a', '#efe3a2', '#fdfaf4', at(214, 212, blossom('#fffdf7', '#f1cf62', 0.95))),
  ),
  'matcha-ceremonial-bowl': picture(
    'Whisked matcha',
    stage('#e9e2cf', '#f3eee0', '#f3eee0'),
    cupAbove(
      '#7fb238',
      '#a9d45a',
      '#2e2c2b',
      '<g fill="#d3ee9e"><circle cx="160" cy="206" r="5"/><circle cx="236" cy="232" r="6"/><circle cx="222" cy="160" r="4"/><circle cx="184" cy="250" r="4"/></g><path fill="none" stroke="#c6e586" stroke-width="5" stroke-linecap="round" d="M150 230q40 34 84 4"/>',
    ),
  ),
}

const oolongs = {
  'tie-guan-yin': picture(
    'Tie Guan Yin',
    stage('#dcebe0', '#edf5ef', '#a9c9b3'),
    caddy('#3f7f6a', '#2d5f4f', '#274f42', `<circle r="56" fill="#f5efdf"/>${blossom('#e59bb4', '#a63a63', 0.98)}`),
  ),
  'da-hong-pao': picture(
    'Da Hong Pao',
    stage('#f0d9cd', '#f8ebe3', '#cb9d87'),
    caddy(
      '#a1301f',
      '#7a2115',
      '#2a1a16',
      '<circle r="56" fill="#f5e6cf"/><path fill="#5a2418" d="M-50 26L-34-22l12 14L-6-46 12-8l12-20 26 54A56 56 0 0 1-50 26z"/><path fill="#3f7a45" d="M-34-22l6 7-12 4zM-6-46l8 16-16 2zM24-28l8 16-14-2z"/><circle cx="30" cy="-34" r="9" fill="#d8452e"/>',
    ),
  ),
  'milk-oolong': picture(
    'Milk Oolong',
    stage('#f4ead8', '#fbf5ea', '#dcc7a2'),
    caddy(
      '#f3e7cf',
      '#d9c6a0',
      '#8aa77a',
      '<circle r="56" fill="#9fbf8d"/><path fill="#fffdf6" d="M0-40C26-8 32 4 32 16a32 30 0 0 1-64 0C-32 4-26-8 0-40z"/><path fill="none" stroke="#dfe8d3" stroke-width="6" stroke-linecap="round" d="M-18 18a18 18 0 0 0 14 16"/>',
    ),
  ),
  'darjeeling-oolong': picture(
    'Darjeeling Oolong',
    stage('#ead9c9', '#f5eae0', '#c6a585'),
    caddy('#c98a3a', '#9f682a', '#5c3a1e', `<circle r="58" fill="#fbeed3"/>${hills('#b56a86', '#74425f', '#ee8a3c')}`),
  ),
  'tie-guan-yin-leaf': picture(
    'Leaves of Tie Guan Yin',
    stage('#dcebe0', '#edf5ef', '#c5dccb'),
    heap(['#4b6b3a', '#7a8a45', '#34522f', '#9a8a4a'], 53),
  ),
}

const infusions = {
  chamomile: picture(
    'Chamomile',
    stage('#fbeebf', '#fdf7de', '#e9cf7d'),
    `${mug('#efc443')}${at(104, 304, daisy(0.9))}${at(318, 316, daisy(0.7))}${at(196, 178, daisy(0.55))}${at(152, 338, daisy(0.6))}`,
  ),
  'tulsi-ginger': picture(
    'Tulsi and Ginger',
    stage('#dfe7cf', '#eff3e5', '#b3c096'),
    `${mug('#c98f35')}${[-70, -28, 20].map((turn) => at(112, 330, leaf('#4f7f4a', '#b9d8a5', 82), `rotate(${turn})`)).join('')}<path fill="#d9b27c" d="M250 336q-6-34 26-34q4-26 30-20q8 14-2 24q36-10 46 14q-4 22-36 20z"/><path fill="none" stroke="#b0864f" stroke-width="3" d="M276 304q8 10 4 30M306 308q6 8 2 24"/>`,
  ),
  'hibiscus-cooler': picture(
    'Hibiscus Cooler',
    stage('#f9d8de', '#fdebee', '#e8a3b1'),
    `${mug('#b3123f', '<g fill="#fff" opacity=".45"><rect x="150" y="184" width="42" height="42" rx="8" transform="rotate(12 171 205)"/><rect x="204" y="192" width="40" height="40" rx="8" transform="rotate(-16 224 212)"/><rect x="170" y="240" width="36" height="36" rx="8" transform="rotate(30 188 258)"/></g>')}${at(96, 292, hibiscus(0.95))}<path stroke="#fff" stroke-width="9" stroke-linecap="round" d="M214 190l30-110"/>`,
  ),
  lemongrass: picture(
    'Lemongrass and Mint',
    stage('#eef3c9', '#f7fae3', '#cfd98c'),
    `<g stroke-linecap="round" fill="none"><path stroke="#8fae3e" stroke-width="9" d="M86 336Q90 180 60 70M104 336Q110 170 118 50M120 336Q136 190 176 96"/><path stroke="#e8edbb" stroke-width="15" d="M86 336Q88 290 84 250M104 336V250M120 336Q124 290 130 256"/></g>${mug('#dfe27a')}${at(300, 306, slice('#e3c72c', '#f6e36a', 0.72))}`,
  ),
  'winter-tisane': picture(
    'Winter Tisane',
    stage('#f3d3c2', '#fae6dc', '#cf8f74'),
    `${mug('#b8321c')}${at(108, 296, slice('#ee8a1d', '#f9b04a', 0.95))}${at(206, 206, starAnise(0.72))}<g stroke-linecap="round" stroke-width="16"><path stroke="#8a4a22" d="M268 336l78-44"/><path stroke="#a8622f" d="M282 348l78-42"/></g>`,
  ),
  'tulsi-ginger-cup': picture(
    'Tulsi and ginger in a cup',
    stage('#4f6b42', '#5a774c', '#5a774c'),
    cupAbove('#c98f35', '#e3b765', '#fdfaf4', at(206, 238, leaf('#4f7f4a', '#b9d8a5', 70), 'rotate(28)')),
  ),
}

const gaiwan = (body: string, rim: string, mark: string) =>
  `${shadow(200, 260)}<path fill="${rim}" d="M92 318h216q-8 20-60 22h-96q-52-2-60-22z"/><path fill="${body}" d="M104 196h192q-6 96-66 122h-60q-60-26-66-122z"/>${mark}<path fill="url(#s)" d="M104 196h192q-6 96-66 122h-60q-60-26-66-122z"/><ellipse cx="200" cy="196" rx="96" ry="20" fill="${rim}"/><path fill="${body}" d="M116 192q84-82 168 0q-84 22-168 0z"/><path fill="url(#s)" opacity=".7" d="M116 192q84-82 168 0q-84 22-168 0z"/><path fill="${rim}" d="M178 148h44l-6-20h-32z"/>`

const clayCup = (x: number, y: number, size: number, shown: string) =>
  at(
    x,
    y,
    `<path fill="#b9653a" d="M-58-120H58L40 0H-40z"/>${shown}<path fill="none" stroke="#8f4a28" stroke-width="4" opacity=".7" d="M-53-92H53M-48-50H48"/><path fill="url(#s)" d="M-58-120H58L40 0H-40z"/><ellipse cy="-120" rx="58" ry="13" fill="#8f4a28"/><ellipse cy="-117" rx="49" ry="9" fill="#caa27a"/>`,
    `scale(${size})`,
  )

const teaware = {
  'glass-teapot': picture(
    'Glass Teapot',
    stage('#d6dfe6', '#e9eff3', '#b3a08a'),
    `${shadow(196, 240)}${glassPot(196)}`,
  ),
  'glass-teapot-side': picture(
    'Glass Teapot with flowers',
    stage('#e8dccf', '#f4ece3', '#b99a78'),
    `${shadow(196, 240)}${glassPot(196)}${at(170, 286, daisy(0.6))}${at(226, 296, daisy(0.5))}${steam(196, 116)}`,
  ),
  'glass-teapot-box': picture(
    'The box of the Glass Teapot',
    stage('#d6dfe6', '#e9eff3', '#b3a08a'),
    `${shadow(210, 270)}<path fill="#8a6d4f" d="M276 150l48-22v184l-48 26z"/><path fill="#c9a983" d="M92 150h184v188H92z"/><path fill="#dcc2a2" d="M92 150l48-22h184l-48 22z"/><circle cx="184" cy="244" r="60" fill="#f7efe2"/>${at(184, 252, '<circle r="32" fill="none" stroke="#3a2a1e" stroke-width="6"/><path fill="none" stroke="#3a2a1e" stroke-width="6" stroke-linecap="round" d="M-30-8l-18-16M30-18c22 0 22 34 0 34M-16-32h32M0-40v-2"/>')}`,
  ),
  'kulhad-set': picture(
    'Kulhads',
    stage('#f4dfc4', '#faeedd', '#d3a873'),
    `${shadow(204, 320)}${clayCup(112, 322, 1.02, '')}${clayCup(286, 322, 1.02, '')}${clayCup(200, 338, 1.28, '<path fill="#f2d9b8" d="M-30-78l8 8-8 8-8-8zM0-78l8 8-8 8-8-8zM30-78l8 8-8 8-8-8z"/>')}${steam(200, 170)}`,
  ),
  'gaiwan-white': picture(
    'Gaiwan in white porcelain',
    stage('#c9d6df', '#dde6ec', '#8fa3b1'),
    gaiwan(
      '#fbfaf6',
      '#e9e6de',
      '<g fill="none" stroke="#3c6595" stroke-width="3.5"><path d="M136 236q30 30 64 6t64-2"/><path d="M168 258q8-18 20-6M216 252q10-14 20-4"/></g><circle cx="200" cy="230" r="9" fill="#3c6595"/>',
    ),
  ),
  'gaiwan-celadon': picture(
    'Gaiwan in celadon',
    stage('#e9e0d2', '#f4eee4', '#bda98c'),
    gaiwan(
      '#a9cdb8',
      '#8db59e',
      '<path fill="none" stroke="#7da68f" stroke-width="4" d="M122 244q78 30 156 0M140 278q60 22 120 0"/>',
    ),
  ),
  'bamboo-whisk': picture(
    'Bamboo Matcha Whisk',
    stage('#e4ead3', '#f1f4e7', '#b9c295'),
    `${shadow(200, 170)}${whisk()}`,
  ),
  'tea-sampler': picture(
    'Demo Tea House Sampler',
    stage('#d4e1ea', '#e7eff5', '#9fb6c6'),
    `${shadow(212, 300)}<path fill="#173d5c" d="M300 176l44-22v156l-44 26z"/><path fill="#235a84" d="M68 176h232v160H68z"/><path fill="#2f6f9f" d="M68 176l44-22h232l-44 22z"/><path fill="#e8b04a" d="M166 176h36v160h-36zM166 176l44-22h36l-44 22z"/><path fill="#c98f2a" d="M300 236l44-24v30l-44 24z" opacity=".9"/><path fill="#e8b04a" d="M68 240h232v30H68z"/><g fill="#f3c76a"><path d="M206 150c-50-56-84-14-14 8zM206 150c50-56 84-14 14 8z"/></g><circle cx="206" cy="154" r="12" fill="#c98f2a"/>`,
  ),
  'tea-sampler-open': picture('The open sampler', stage('#235a84', '#2a6693', '#2a6693'), sampler()),
}

/** Rolled leaves in a jar, each with a curl. */
function pearls(): string {
  const places = Array.from({ length: 22 }, (_, index) => {
    const row = Math.floor(index / 5)
    return `<use href="#p" transform="translate(${152 + (index % 5) * 24 + (row % 2) * 5} ${312 - row * 24}) rotate(${(index * 67) % 360})"/>`
  })
  return `<defs><g id="p"><circle r="14.5" fill="#77905a"/><path fill="none" stroke="#c6d4a5" stroke-width="3" d="M-9-4q8-10 17-2M-8 5q8 6 15-1"/></g></defs>${places.join('')}`
}

function whisk(): string {
  const tines = Array.from({ length: 15 }, (_, index) => {
    const x = (index - 7) * 6
    return `<path d="M${200 + x} 214Q${200 + x * 2.6} 270 ${200 + x * 1.5} 332"/>`
  })
  return `<path fill="#d8b878" d="M170 84h60v96h-60z"/><path fill="url(#s)" d="M170 84h60v96h-60z"/><ellipse cx="200" cy="84" rx="30" ry="8" fill="#e9d09c"/><path stroke="#b08c4c" stroke-width="3" d="M170 128h60"/><g fill="none" stroke="#cfae6c" stroke-width="4.5" stroke-linecap="round">${tines.join('')}</g><path fill="#d8b878" d="M168 176h64l16 44h-96z"/><path fill="none" stroke="#2e2c2b" stroke-width="6" d="M162 196h76M158 206h84"/>`
}

function sampler(): string {
  const teas = [
    ['#8f2d1a', '#5b2a14'],
    ['#6d8f3c', '#8c8a3c'],
    ['#4f8a46', '#2f5d2c'],
    ['#3f7f6a', '#4b6b3a'],
    ['#c2571a', '#7b3d1c'],
    ['#e0b83f', '#f2d777'],
  ]
  const tins = teas.map(([lid, leaves], index) => {
    const [x, y] = [106 + (index % 3) * 94, 152 + Math.floor(index / 3) * 100]
    return `<circle cx="${x}" cy="${y}" r="38" fill="${lid}"/><circle cx="${x}" cy="${y}" r="30" fill="${leaves}"/><path fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".35" d="M${x - 20} ${y - 8}a22 22 0 0 1 14-14"/>`
  })
  return `<path opacity=".25" d="M52 98h308v222H52z"/><path fill="#173d5c" d="M44 88h312v222H44z"/><path fill="#f3ead8" d="M56 100h288v198H56z"/>${tins.join('')}<path fill="#e8b04a" d="M120 326h160v34H120z"/><path stroke="#fff" stroke-width="4" opacity=".7" d="M140 338h120M140 348h80"/>`
}

export const pictures: Readonly<Record<string, string>> = {
  ...blackTeas,
  ...greenTeas,
  ...oolongs,
  ...infusions,
  ...teaware,
}
