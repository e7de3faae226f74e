import { Command } from 'commander'
import { listenForSignals } from '../platform/stop-signals.ts'

export const serveCommand = (): Command =>
  new Command('serve')
    .description('migrate the database unless MIGRATE=false, then start the server')
    .addHelpText(
      'after',
      '\nExample:\n  PORT=8080 storefront serve\n\ndocs/configuration.md describes the environment variables.',
    )
    .action(async () => {
      const signals = listenForSignals()
      const [{ readConfig }, { serve }] = await Promise.all([import('../process/config.ts'), import('../main.ts')])
      await serve(readConfig(process.env), signals)
    })
