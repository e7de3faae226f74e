import { type AccentTokens, accentTokens } from './colours.ts'

/** Replaces the tokens of `style/tokens.css`; empty without a colour of the owner's. */
export const accentStyle = (accent: string | null): string =>
  accent === null
    ? ''
    : `:root{${declarations(accentTokens(accent, 'light'))}}@media(prefers-color-scheme:dark){:root{${declarations(accentTokens(accent, 'dark'))}}}`

const declarations = ({ accent, onAccent, soft }: AccentTokens): string =>
  `--accent:${accent};--on-accent:${onAccent};--soft:${soft}`
