import { daisy, leaf, scenes } from './motifs.ts'
import { at, glassPot, shade, steam, tin } from './parts.ts'

const cup = `<path fill="none" stroke="#fdfaf4" stroke-width="16" d="M84-84c52-12 52 66-14 62"/><path fill="#fdfaf4" d="M-92-110H92Q88-10 30 0H-30Q-88-10-92-110z"/><path fill="url(#s)" opacity=".45" d="M-92-110H92Q88-10 30 0H-30Q-88-10-92-110z"/><ellipse cy="-110" rx="92" ry="19" fill="#efe6d6"/><ellipse cy="-106" rx="80" ry="14" fill="#a64b1b"/><ellipse cx="-14" cy="-109" rx="50" ry="7" fill="#d17a3a"/><path fill="#fdfaf4" d="M-126-2H126q-8 22-60 24H-66q-52-2-60-24z"/>`

const branch = [
  [0, 150],
  [54, 112],
  [70, 40],
  [120, 118],
  [140, 34],
  [188, 122],
  [206, 48],
  [250, 86],
]
  .map(([x = 0, turn = 0], index) =>
    at(x, Math.round(x * 0.42), leaf(index % 2 ? '#4f7f4a' : '#6f9d58', '#b9d8a5', 92 - index * 4), `rotate(${turn})`),
  )
  .join('')

/** The demo store's home page: a tea table at a window over the gardens. 1200 by 900. */
export const hero = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 900" width="1200" height="900" role="img"><title>A tea table at a window over tea gardens</title><defs>${shade}<linearGradient id="k" x2="0" y2="1"><stop stop-color="#f7c98b"/><stop offset="1" stop-color="#fdebcf"/></linearGradient><clipPath id="w"><path d="M250 720V390a350 350 0 0 1 700 0v330z"/></clipPath></defs><path fill="#e9cfae" d="M0 0h1200v900H0z"/><path fill="#dcbd96" d="M226 730V390a374 374 0 0 1 748 0v340z"/><g clip-path="url(#w)"><path fill="url(#k)" d="M250 40h700v680H250z"/><circle cx="690" cy="268" r="78" fill="#fff6e0"/><path fill="#c9a3a8" d="M250 450l130-120 90 70 130-150 120 130 100-70 130 120v300H250z"/><path fill="#8d8a8c" d="M250 500l110-70 120 60 140-90 130 100 200-80v300H250z"/><path fill="#7f9a58" d="M250 540q180-90 360-20t340-40v260H250z"/><path fill="#5f8246" d="M250 610q200-90 380-10t320-30v150H250z"/><g fill="none" stroke="#a7c271" stroke-width="9" opacity=".8"><path d="M250 576q190-84 370-10t330-34M250 646q200-80 380-4t320-22M250 678q200-76 380-2t320-18"/></g></g><path fill="none" stroke="#b98f5f" stroke-width="14" d="M250 720V390a350 350 0 0 1 700 0v330M600 40v680M250 400h700"/><path fill="#a8713f" d="M0 712h1200v188H0z"/><path fill="#bd8551" d="M0 712h1200v22H0z"/><path fill="none" stroke="#8f5d31" stroke-width="3" opacity=".5" d="M0 786h1200M0 848h1200"/><g opacity=".22"><ellipse cx="480" cy="808" rx="180" ry="20"/><ellipse cx="770" cy="852" rx="176" ry="16"/></g>${at(-40, 150, branch, 'scale(1.5)')}${at(780, 352, tin('#8f2d1a', '#6d2012', scenes.assam), 'scale(1.32)')}${at(150, 244, glassPot(200), 'scale(1.65)')}${at(760, 822, cup, 'scale(1.35)')}${steam(760, 640)}${at(230, 838, daisy(1.2))}${at(318, 862, daisy(0.9))}${at(160, 868, daisy(0.8))}</svg>`
