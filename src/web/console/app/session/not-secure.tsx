import { Icon } from '../parts/icons.tsx'

/** Over plain http, browsers do not say which page sends a request, so no session is safe: the ways that are. */
export function NotSecure() {
  const { hostname, port } = location
  const here = port || '80'
  // Ports below 1024 are the superuser's.
  const local = Number(here) < 1024 ? '8080' : here
  return (
    <main class="door">
      <section class="door-card">
        <h1>Open the console in another way</h1>
        <div class="banner" data-tone="warn" role="alert">
          <Icon name="warning" />
          <p>
            You came over plain http, to <bdi>{hostname}</bdi>, where browsers keep no log-in safe. Everybody in this
            network could read your password, so nobody can log in here.
          </p>
        </div>
        <p>
          <strong>On the machine that runs the service</strong>, open <code>http://localhost:{here}/console</code>.
        </p>
        <p>
          <strong>On another one</strong>, run <code>{`ssh -L ${local}:localhost:${here} ${hostname}`}</code>, leave it
          open, and open <code>http://localhost:{local}/console</code>.
        </p>
        <p>
          <strong>For good</strong>, put a proxy with a name and https in front of the service, such as{' '}
          <code>shop.example.com</code>. The <a href="/docs">documentation</a> says how under Deploying.
        </p>
      </section>
    </main>
  )
}
