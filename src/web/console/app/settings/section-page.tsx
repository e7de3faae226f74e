import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'preact/compat'
import { loadScript } from '../data/load-script.ts'
import { NotFound } from '../frame/not-found.tsx'
import { Icon } from '../parts/icons.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { useStoreName } from '../session/store-context.tsx'
import { groups, sectionOf } from './sections.ts'

/** By section: made once, or each render would load it again. */
const contents = Object.fromEntries(
  groups.flatMap(({ sections }) => sections.map(({ name, load }) => [name, lazy(() => loadScript(load))])),
)

export default function SectionPage() {
  const { section: name } = useParams({ from: '/s/$store/settings/$section' })
  const store = useStoreName()
  const section = sectionOf(name)
  const Content = contents[name]
  if (!section || !Content) return <NotFound />
  return (
    <Page
      title={section.title}
      back={
        <Link to="/s/$store/settings" params={{ store }}>
          <Icon name="left" /> Settings
        </Link>
      }
    >
      <div class="settings">
        <SectionLinks />
        <div class="settings-content">
          <Suspense fallback={<Loading />}>
            <Content key={name} />
          </Suspense>
        </div>
      </div>
    </Page>
  )
}

function SectionLinks() {
  const store = useStoreName()
  return (
    <nav class="settings-nav" aria-label="Settings">
      {groups.map(({ title, sections }) => (
        <div key={title}>
          <h2>{title}</h2>
          <ul>
            {sections.map(({ name, title }) => (
              <li key={name}>
                <Link
                  to="/s/$store/settings/$section"
                  params={{ store, section: name }}
                  search={{}}
                  activeOptions={{ includeSearch: false }}
                  activeProps={{ 'aria-current': 'page' }}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
