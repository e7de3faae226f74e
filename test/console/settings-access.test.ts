import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseNetwork } from '../../src/platform/network/network.ts'
import { jobHandlers } from '../../src/process/job-handlers.ts'
import { jobKinds } from '../../src/process/job-kinds.ts'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { isSignedBy, openReceiver, type Receiver } from '../support/receiver.ts'
import { closeByEscape, type Desk, expectGood, type OpenConsole, openDesk } from './support/owner.ts'

let desk: Desk
let receiver: Receiver

const stored = ({ page }: OpenConsole) =>
  page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]))

describe('Who and what has access to a store', needs(noBrowser), () => {
  beforeAll(async () => {
    receiver = await openReceiver()
    desk = await openDesk(undefined, {
      webhooks: { networks: [parseNetwork('127.0.0.1/32')] },
      jobs: { kinds: { ...jobKinds, 'webhook-delivery': { ...jobKinds['webhook-delivery'], pollSeconds: 0.1 } } },
    })
    const { 'webhook-delivery': deliver } = jobHandlers(desk.shop.services)
    desk.shop.services.jobs.start({ 'webhook-delivery': deliver } as never)
  })
  afterAll(async () => {
    await desk?.shop.services.jobs.stop(1_000)
    await desk?.close()
    await receiver?.close()
  })

  it('a new key is shown once and works', async () => {
    const open = await desk.open({ path: 'settings/keys' })
    const { page, complaints, close } = open
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('<b>Packing</b>')
    const create = page.getByRole('button', { name: 'Create the key' })
    const choices = page.getByRole('checkbox')
    expect(await choices.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked))).not.toContain(
      true,
    )
    expect(await create.isDisabled()).toBe(true)
    await page.getByRole('checkbox', { name: /^Orders/ }).check()
    expect(await create.isEnabled()).toBe(true)
    await expectGood(page, 'settings-new-key')
    await create.click()
    const key = (await page.getByLabel('The new key').textContent()) ?? ''
    expect(key).toMatch(/^sk_/)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const { body } = await desk.shop.app.inject({
      ...{ method: 'POST', url: `/api/sites/${desk.store.subdomain}/owner/graphql`, headers },
      payload: JSON.stringify({ query: '{ orders(first: 1) { totalCount } }' }),
    })
    expect(JSON.parse(body)).toEqual({ data: { orders: { totalCount: 0 } } })
    await page.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('row', { name: /<b>Packing<\/b>/ })
    expect(await row.textContent()).toContain('Orders')
    await page.reload()
    await row.waitFor()
    expect((await page.content()) + (await stored(open))).not.toContain(key)
    await expectGood(page, 'settings-keys')

    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke it' }).click()
    await row.waitFor({ state: 'detached' })
    expect(
      (await desk.owner.ask('{ keys { name revokedAt } }')).keys.find(({ name }: any) => name === '<b>Packing</b>'),
    ).toEqual({ name: '<b>Packing</b>', revokedAt: expect.any(String) })
    expect(complaints).toEqual([])
    await close()
  })

  it('only keys that may do no more than one’s own are offered to be revoked', async () => {
    const { page, close } = await desk.open({ path: 'settings/keys', scopes: ['settings'] })
    const own = page.getByRole('row', { name: /Used here/ })
    await own.getByRole('button', { name: 'Revoke' }).waitFor()
    expect(await page.getByRole('row', { name: /Everything/ }).count()).toBeGreaterThan(0)
    expect(await page.getByRole('button', { name: /^Revoke / }).count()).toBe(1)
    await close()
  })

  it('who revokes the key that is logged in, is logged out', async () => {
    const { page, close } = await desk.open({ path: 'settings/keys' })
    await page
      .getByRole('row', { name: /Used here/ })
      .getByRole('button', { name: 'Revoke' })
      .click()
    await page.getByText('you will be logged out here').waitFor()
    await page.getByRole('button', { name: 'Revoke it and log out' }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await page.goto(`${desk.origin}/console/s/${desk.store.subdomain}/settings/keys`)
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await close()
  })

  it('a webhook is created, tried out, changed and deleted', async () => {
    const open = await desk.open({ path: 'settings/webhooks' })
    const { page, complaints, close } = open
    await page.getByText('No webhooks').waitFor()
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('Address').fill('https://')
    await page.getByLabel('Address').fill('http://192.168.1.1/hook')
    await page.getByRole('button', { name: 'Create the webhook' }).click()
    await page.locator('.dialog .failure').waitFor()
    await page.getByLabel('Address').fill(receiver.url)
    await page.getByLabel('Only these').check()
    await page.getByLabel('An order came in').check()
    await expectGood(page, 'settings-new-webhook')
    await page.getByRole('button', { name: 'Create the webhook' }).click()
    const secret = (await page.getByLabel('The secret').textContent()) ?? ''
    expect(secret).toMatch(/^whsec_/)
    await page.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('button', { name: 'Send a test event' }).click()
    await expect.poll(() => receiver.calls.length).toBe(1)
    expect(receiver.calls.every((call) => isSignedBy(secret, call))).toBe(true)
    await page.reload()
    await page.getByRole('row', { name: /ping.*Delivered/ }).waitFor()
    expect((await page.content()) + (await stored(open))).not.toContain(secret)
    await page.getByRole('button', { name: 'Send again: ping' }).click()
    await expect.poll(() => receiver.calls.length).toBe(2)
    await page.getByLabel('Status').selectOption('GIVEN_UP')
    await page.getByText('No message matches').waitFor()
    await page.goBack()
    await page.goto(`${desk.origin}/console/s/${desk.store.subdomain}/settings/webhooks?status=DELIVERED`)
    await page.getByRole('button', { name: 'ping', exact: true }).click()
    await page.getByLabel('What is sent').waitFor()
    await closeByEscape(page)
    await expectGood(page, 'settings-webhooks')

    await page.getByRole('button', { name: `More for ${receiver.url}` }).click()
    await page.getByRole('menuitem', { name: 'Delete the webhook' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the webhook' }).click()
    await page.getByText('No webhooks').waitFor()
    expect((await desk.owner.ask('{ webhooks { id } }')).webhooks).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  it('a payment account is set with secrets that come back nowhere', async () => {
    const open = await desk.open({ path: 'settings/payments', size: 'phone' })
    const { page, complaints, close } = open
    const answers: string[] = []
    page.on('response', (answer) => {
      void answer.text().then(
        (text) => answers.push(text),
        () => {},
      )
    })
    await page.getByLabel('Provider').selectOption('RAZORPAY')
    await page.getByLabel('Key ID').fill('rzp_test_1')
    await page.getByLabel('Key secret').fill('the-key-secret')
    await page.getByLabel('Webhook secret', { exact: true }).fill('the-webhook-secret')
    await expectGood(page, 'settings-payments')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('are accepted for a day.').last().waitFor()
    await page.getByRole('button', { name: 'Change it' }).click()
    await page.getByText('Payments saved').waitFor()
    await page.reload()
    await page.getByLabel('Key secret').waitFor()
    expect(await page.getByLabel('Key ID').inputValue()).toBe('rzp_test_1')
    expect(await page.getByLabel('Key secret').inputValue()).toBe('')
    const all = answers.join('') + (await page.content()) + (await stored(open))
    expect(all).not.toMatch(/the-key-secret|the-webhook-secret/)
    expect((await desk.owner.ask('{ store { payments { provider keyId hasWebhookSecret } } }')).store.payments).toEqual(
      {
        ...{ provider: 'RAZORPAY', keyId: 'rzp_test_1', hasWebhookSecret: true },
      },
    )
    expect(complaints).toEqual([])
    await close()
  })

  it('a job that has failed is tried again', async () => {
    const { page, complaints, close } = await desk.open({ path: 'settings/jobs' })
    await page.getByText('No job has failed').waitFor()
    const url = `/api/sites/${desk.store.subdomain}/lead`
    await desk.shop.app.inject({ method: 'POST', url, payload: { name: 'Ravi', message: 'Open on Sunday?' } })
    await desk.shop.database.prisma.$executeRaw`
      UPDATE pgboss.job SET state = 'failed', completed_on = '2026-01-01T00:00:00Z', output = '{"message": "No <b>mailbox</b>"}'
      WHERE data->>'storeId' = ${desk.store.id} AND name = 'lead-notification'`
    await page.reload()
    await page.getByRole('row', { name: /Lead notification.*No <b>mailbox<\/b>/ }).waitFor()
    await expectGood(page, 'settings-jobs')
    await page.getByRole('button', { name: 'Try again: Lead notification' }).click()
    await page.getByText('No job has failed').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('keys, webhooks and payments are not shown to a key that may only read', async () => {
    const { page, goTo, close } = await desk.open({ path: 'settings/keys', scopes: ['read'] })
    await page.getByText('Keys are not shown to this key').waitFor()
    await goTo('settings/webhooks')
    await page.getByText('Webhooks are not shown to this key').waitFor()
    await goTo('settings/payments')
    await page.getByText('Payment accounts are not shown to this key').waitFor()
    await close()
  })
})
