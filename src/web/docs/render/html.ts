import { escapeHtml } from '../../../platform/text/text.ts'

/** Text with `code` in it, as descriptions of the schemas have it. */
export const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

export const paragraphs = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map((part) => `<p>${prose(part)}</p>`)
    .join('\n')

/** A heading with a link to itself, for those who point. @param html of the heading */
export function heading(level: number, id: string, html: string): string {
  const anchor = escapeHtml(id)
  const link = `<a class="anchor" href="#${anchor}" tabindex="-1" aria-hidden="true">#</a>`
  return `<h${level} id="${anchor}">${html}${link}</h${level}>\n`
}

/** A table or a piece of code may be wider than a phone: with the focus, keys scroll it. */
export const scrolling = (html: string, label: string): string =>
  `<div class="scroll" role="group" aria-label="${escapeHtml(label)}" tabindex="0">${html}</div>`
