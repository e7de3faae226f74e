import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'

/** Exit status 1 when the committed OpenAPI document breaks a rule, even one that only warns, of Redocly or Spectral. */

const FILE = 'schema/openapi.json'

const complaints = [...redocly(), ...(await spectral())]
for (const complaint of complaints) process.stderr.write(`${FILE}: ${complaint}\n`)
if (complaints.length > 0) process.exitCode = 1

/** Its recommended rules. */
function redocly(): string[] {
  const { stdout, stderr } = spawnSync('redocly', ['lint', '--extends=recommended', '--format=json', FILE], {
    // It would look for newer versions of itself, and report the run to its makers.
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' },
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const start = stdout.indexOf('{')
  if (start < 0) return [`redocly has said nothing of it: ${stderr}`]
  // What `redocly lint --format=json` prints.
  const report = JSON.parse(stdout.slice(start)) as {
    problems: { ruleId: string; message: string; location: { pointer?: string }[] }[]
  }
  return report.problems.map(({ ruleId, message, location }) => `${location[0]?.pointer}: ${message} (${ruleId})`)
}

/** Its rules for OpenAPI. */
async function spectral(): Promise<string[]> {
  const linter = new spectralCore.Spectral()
  // Typed as read from a file; its functions and formats are what a ruleset has.
  const rules = spectralRulesets.oas as unknown as RulesetDefinition
  linter.setRuleset({ extends: [[rules, 'recommended']] })
  const found = await linter.run(JSON.parse(await readFile(FILE, 'utf8')))
  return found.map(({ code, message, path }) => `#/${path.join('/')}: ${message} (${code})`)
}
