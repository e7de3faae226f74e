import { escapeHtml } from '../../../platform/text/text.ts'
import { type Group, groups, type Page, type Section } from './page.ts'

export interface Frame {
  pages: readonly Page[]
  /** Below `/docs`, with hashes. */
  assets: { style: string; script: string; icon: string; index: string }
  graphql: boolean
}

/** A whole page, with links that also lead somewhere below a path that a proxy strips. */
export function layout(page: Page, { pages, assets, graphql }: Frame): string {
  const title = page.path === '' ? 'Documentation' : `${page.title} · ${page.group}`
  const up = '../'.repeat(page.path === '' ? 0 : page.path.split('/').length)
  const contents = contentsOf(page.sections)
  const links = [
    ...(graphql ? ['<a href="gateway:graphql">GraphiQL</a>'] : []),
    '<a href="gateway:openapi.json">OpenAPI</a>',
    '<a href="gateway:">Home</a>',
  ]
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(page.summary)}">
<title>${escapeHtml(title)} · storefront-gateway</title>
<link rel="icon" type="image/svg+xml" href="docs:${assets.icon}">
<link rel="stylesheet" href="docs:${assets.style}">
<script type="module" src="docs:${assets.script}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<button class="menu" type="button" popovertarget="all-pages"><span class="bars"></span>Menu</button>
<a class="brand" href="gateway:" title="What this service offers"><span class="mark"></span>storefront-gateway</a>
<a class="to-docs" href="docs:"${page.path === '' ? ' aria-current="page"' : ''}>Docs</a>
<button class="open-search" type="button" data-index="docs:${assets.index}" hidden><span class="lens"></span><span>Search</span><kbd>/</kbd></button>
<nav class="links" aria-label="This service">${links.join('')}</nav>
</header>
<div class="frame">
<nav id="all-pages" class="pages" popover aria-label="Documentation">
<button class="close" type="button" popovertarget="all-pages" popovertargetaction="hide">Close the menu</button>
${groups.map((group) => groupOf(group, pages, page)).join('\n')}
<ul class="service">${links.map((link) => `<li>${link}</li>`).join('')}</ul>
</nav>
<main id="main" tabindex="-1">
${contents && `<details class="contents"><summary>On this page</summary>${contents}</details>`}
<article>
${page.path === '' ? '' : `<p class="eyebrow">${escapeHtml(page.group)}</p>`}
${page.body}
</article>
${nextOf(page, pages)}
</main>
</div>
</body>
</html>
`
  return html
    .replace(/(href|src|data-index)="docs:([^"#]*)/g, (_, name: string, path: string) =>
      path === '' ? `${name}="${up}docs` : `${name}="${up}docs/${path}`,
    )
    .replace(/href="gateway:([^"#]*)/g, (_, path: string) => `href="${up + path || './'}`)
}

function groupOf(group: Group, pages: readonly Page[], current: Page): string {
  const list = pages.filter((page) => page.group === group && page.path !== '')
  if (list.length === 0) return ''
  const isOpen = current.path === '' ? group === 'Storefronts' : current.group === group
  const items = list.map(
    ({ path, title }) =>
      `<li><a href="docs:${path}"${path === current.path ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`,
  )
  return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(group)}</summary><ul>${items.join('')}</ul></details>`
}

/** @returns nothing for a page that is seen at once */
function contentsOf(sections: readonly Section[]): string {
  const items = sections.flatMap(({ anchor, contents }) =>
    contents && contents.level <= 3
      ? [`<li class="level-${contents.level}"><a href="#${escapeHtml(anchor)}">${escapeHtml(contents.text)}</a></li>`]
      : [],
  )
  return items.length < 2 ? '' : `<nav aria-label="On this page"><ul>${items.join('')}</ul></nav>`
}

/** The pages before and after it in its group. */
function nextOf(page: Page, pages: readonly Page[]): string {
  if (page.path === '') return ''
  const group = pages.filter(({ group, path }) => group === page.group && path !== '')
  const at = group.indexOf(page)
  const link = (to: Page | undefined, name: string, rel: string) =>
    to ? `<a class="${rel}" rel="${rel}" href="docs:${to.path}"><span>${name}</span>${escapeHtml(to.title)}</a>` : ''
  const links = link(group[at - 1], 'Previous', 'prev') + link(group[at + 1], 'Next', 'next')
  return links && `<nav class="around" aria-label="Neighbouring pages">${links}</nav>`
}
