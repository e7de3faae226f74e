import { createHash } from 'node:crypto'
import type { ComponentChildren, VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { PERSONAL_HEADERS } from '../../../api/http/response-headers.ts'
import { accentStyle } from '../look/accent-style.ts'
import { Frame, type FrameData } from '../views/frame.tsx'
import { Shell, type ShellLink } from '../views/shell.tsx'
import { ASSETS_PATH, ICON_PATH, type ShopAssets } from './assets.ts'
import type { Head, HeadPicture } from './page.ts'
import { ShopContext, type ShopView } from './shop-view.ts'

export interface RenderedPage {
  html: string
  headers: Readonly<Record<string, string>>
}

interface Rendering {
  view: ShopView
  assets: ShopAssets
  head: Head
  children: ComponentChildren
  accent: string | null
  /** In a frame of the console, where it runs no scripts. */
  isFramed?: boolean
}

/** A page of a shop in its frame: header, categories and footer. */
export function renderPage({
  frame,
  isBuying = false,
  ...rendering
}: Rendering & { frame: FrameData; isBuying?: boolean }): RenderedPage {
  const children = (
    <Frame {...frame} isBuying={isBuying}>
      {rendering.children}
    </Frame>
  )
  return render({ ...rendering, children })
}

/**
 * A page without what only a query returns: for refusals, and where there is no shop.
 * @param links of the owner, such as an imprint
 */
export function renderShell({ links = [], ...rendering }: Rendering & { links?: readonly ShellLink[] }): RenderedPage {
  return render({ ...rendering, children: <Shell links={links}>{rendering.children}</Shell> })
}

/** Only the view, to be put into a page. */
export const renderFragment = (view: ShopView, children: ComponentChildren): RenderedPage => ({
  html: renderToString(<ShopContext.Provider value={view}>{children}</ShopContext.Provider>),
  headers: PERSONAL_HEADERS,
})

function render({ view, assets, head, children, accent, isFramed = false }: Rendering): RenderedPage {
  const style = accentStyle(accent)
  const body = renderToString(<ShopContext.Provider value={view}>{children}</ShopContext.Provider>)
  const top = renderToString(<HeadTags {...{ view, head, assets, style, isFramed }} />)
  return {
    html: `<!doctype html>\n<html lang="en">\n<head>${top}</head>\n<body>${body}</body>\n</html>\n`,
    headers: {
      'Content-Security-Policy': contentPolicy(view, style, head.widgetHosts ?? [], isFramed),
      // A widget may open the window of a bank and hear from it.
      'Cross-Origin-Opener-Policy': head.widgetHosts?.length ? 'same-origin-allow-popups' : 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      // Forms show where to go back to, but other sites do not see what somebody looks at.
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      // The policy allows no rules within the page.
      ...(!isFramed && { 'Speculation-Rules': `"${ASSETS_PATH}/${assets.speculation}"` }),
      ...(head.isIndexed === false && { 'X-Robots-Tag': 'noindex' }),
    },
  }
}

/**
 * Nothing inline but the accent's colours, by their hash; pictures from the hosts that the page names. A payment
 * provider's widget may also place its frame by style attributes.
 */
function contentPolicy(
  { pictureOrigins }: ShopView,
  style: string,
  widgetHosts: readonly string[],
  isFramed: boolean,
): string {
  const own = ["'self'", ...widgetHosts].join(' ')
  return [
    "default-src 'none'",
    `style-src 'self'${style && ` 'sha256-${createHash('sha256').update(style).digest('base64')}'`}`,
    `script-src ${own}`,
    `img-src ${[own, ...pictureOrigins].join(' ')}`,
    `connect-src ${own}`,
    ...(widgetHosts.length > 0 ? [`frame-src ${widgetHosts.join(' ')}`, "style-src-attr 'unsafe-inline'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    ...(isFramed ? ["frame-ancestors 'self'", 'sandbox allow-same-origin'] : ["frame-ancestors 'none'"]),
  ].join('; ')
}

interface HeadTagsProps {
  view: ShopView
  head: Head
  assets: ShopAssets
  style: string
  isFramed: boolean
}

function HeadTags({ view, head, assets, style, isFramed }: HeadTagsProps): VNode {
  const title = head.title === view.name ? view.name : `${head.title} · ${view.name}`
  const canonical = `${view.origin}${head.canonical}`
  return (
    <>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
      {head.description && <meta name="description" content={head.description} />}
      {head.isIndexed === false ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={canonical} />
          <OpenGraph property="og:title" content={head.title} />
          <OpenGraph property="og:description" content={head.description} />
          <OpenGraph property="og:url" content={canonical} />
          <OpenGraph property="og:site_name" content={view.name} />
          <OpenGraph property="og:type" content="website" />
          {head.picture && <SharedPicture {...head.picture} />}
        </>
      )}
      <link rel="icon" href={ICON_PATH} type="image/svg+xml" />
      <link rel="stylesheet" href={`${ASSETS_PATH}/${assets.style}`} />
      {style && <RawElement name="style" text={style} />}
      {!isFramed && <script type="module" src={`${ASSETS_PATH}/${assets.script}`} />}
      {head.structured?.map((entry) => (
        <RawElement name="script" type="application/ld+json" text={scriptJson(entry)} />
      ))}
    </>
  )
}

function SharedPicture({ url, alt, shared }: HeadPicture) {
  return (
    <>
      <OpenGraph property="og:image" content={shared?.url ?? url} />
      <OpenGraph property="og:image:width" content={shared?.width.toString()} />
      <OpenGraph property="og:image:height" content={shared?.height.toString()} />
      <OpenGraph property="og:image:alt" content={alt} />
    </>
  )
}

const OpenGraph = ({ property, content }: { property: string; content: string | null | undefined }) =>
  content ? <meta property={property} content={content} /> : null

/** For text that is no HTML to the browser, which therefore must not be escaped as such. */
const RawElement = ({ name: Name, text, ...attributes }: { name: 'style' | 'script'; text: string; type?: string }) => (
  <Name {...attributes} dangerouslySetInnerHTML={{ __html: text }} />
)

/** No text can end the element: JSON may escape any character. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
