import { category } from './catalogue/category.page.tsx'
import { home } from './catalogue/home.page.tsx'
import { newsletter } from './catalogue/newsletter.form.tsx'
import { product } from './catalogue/product.page.tsx'
import { search } from './catalogue/search.page.tsx'
import { sitemap, sitemapPart } from './catalogue/sitemap.page.tsx'
import { unlock } from './catalogue/unlock.form.tsx'
import type { Form } from './door/form.ts'
import type { Page } from './door/page.ts'

export const pages: readonly Page[] = [home, search, category, product, sitemap, sitemapPart]

export const forms: readonly Form[] = [newsletter, unlock]
