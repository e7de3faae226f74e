import { escapeHtml } from './text/text.ts'

// Of mails that are read once: a few paragraphs, without a picture or a table.

export const anchor = (link: string): string => `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`

/** @param paragraphs HTML @param foot HTML that stands below them */
export const plainHtml = (paragraphs: readonly string[], foot = ''): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>
<body style="font-family: system-ui, sans-serif; line-height: 1.5">
${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')}
${foot}</body>
</html>
`
