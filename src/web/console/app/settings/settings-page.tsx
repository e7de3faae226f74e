import { Link } from '@tanstack/react-router'
import { Page } from '../parts/page.tsx'
import { useStoreName } from '../session/store-context.tsx'
import { groups } from './sections.ts'

export default function SettingsPage() {
  const store = useStoreName()
  return (
    <Page title="Settings">
      <div class="settings-groups">
        {groups.map(({ title, sections }) => (
          <section key={title} class="settings-group">
            <h2>{title}</h2>
            <ul class="settings-cards">
              {sections.map(({ name, title, about }) => (
                <li key={name}>
                  <Link to="/s/$store/settings/$section" params={{ store, section: name }} search={{}}>
                    <strong>{title}</strong>
                    <span class="quiet">{about}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Page>
  )
}
