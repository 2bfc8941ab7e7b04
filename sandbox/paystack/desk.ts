import { isAtHome } from '../at-home.ts'
import { all, one } from '../database.ts'
import { type Html, html, sandboxWays } from '../page.ts'
import { seeOther, sheet } from '../sheet.ts'
import { controls } from './control.ts'
import { money } from './words.ts'
import type { Scene } from './world.ts'

// The desk: what happened lately, and for the person who sits at this machine the buttons of payers, banks and time.

type Row = { id: string; name: string; amount: number; status: string; at: Date; detail: string | null; busy: boolean }
type Button = { says: string; deed: keyof typeof controls; body: Record<string, unknown> }
type Desk = { scene: Scene; atHome: boolean }

/** Answers the page and its buttons. */
export async function desk(
  scene: Scene,
  request: Request,
  visit: { nonce: string; address: string },
): Promise<Response> {
  const atHome = scene.world.isSteered() && isAtHome(request, visit.address)
  if (request.method === 'POST') {
    if (!atHome) return new Response('Not Found', { status: 404 })
    const form = await request.formData()
    const deed = controls[String(form.get('deed'))]
    if (!deed) return new Response('Not Found', { status: 404 })
    const { status = 200, body } = await deed(scene, JSON.parse(String(form.get('body') ?? '{}')))
    const failed = status >= 400 ? messageOf(body) : ''
    return seeOther(`${scene.world.root}${failed ? `?says=${encodeURIComponent(failed)}` : ''}`)
  }
  return page({ scene, atHome }, visit.nonce, new URL(request.url).searchParams.get('says')?.slice(0, 200) ?? '')
}

const messageOf = (body: unknown) =>
  String((body as { error?: string }).error ?? (body as { message?: string }).message ?? 'That was not possible')

async function page(on: Desk, nonce: string, says: string): Promise<Response> {
  const state = await one<{ balance: number; waiting: number }>(
    on.scene.world.pool(),
    `select balance::float8 as balance,
       (select count(*)::float8 from sandbox.paystack_webhooks where state = 'waiting') as waiting
     from sandbox.paystack_state`,
  )
  const body = html`
    <h1>Pretend payments</h1>
    <p class="quiet">What came in and went out lately. ${
      on.atHome
        ? 'The buttons do what payers, their banks and time would do.'
        : 'The buttons are there for whoever opens this page on the machine itself.'
    }</p>
    ${says ? html`<div class="alert" role="alert"><p>${says}</p></div>` : ''}
    <dl class="sheet figures">
      <div><dt>Our balance</dt><dd>${money(state!.balance)}</dd></div>
      <div><dt>Pretend time</dt><dd>${clock.format(on.scene.now)}</dd></div>
      <div><dt>Webhooks waiting</dt><dd>${state!.waiting}</dd></div>
    </dl>
    ${on.atHome ? html`<div class="row">${general.map((one) => button(on, one, ''))}</div>` : ''}
    ${await payments(on)} ${await disputes(on)} ${await refunds(on)} ${await transfers(on)} ${sandboxWays('paystack')}`
  return sheet({
    nonce,
    title: 'Pretend payments',
    band: 'Sandbox: no real money',
    aside: 'The pretend payment provider.',
    body,
  })
}

const clock = new Intl.DateTimeFormat('en-KE', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Africa/Nairobi' })
const hour = 3600_000
const general: Button[] = [
  { says: 'Top up KES 100,000', deed: 'top-up', body: { cents: 10_000_000 } },
  { says: 'One hour later', deed: 'clock', body: { advanceMs: hour } },
  { says: 'One day later', deed: 'clock', body: { advanceMs: 24 * hour } },
]

function button({ scene }: Desk, { says, deed, body }: Button, about: string): Html {
  return html`<form method="post" action="${scene.world.root}">
    <input type="hidden" name="deed" value="${deed}"><input type="hidden" name="body" value="${JSON.stringify(body)}">
    <button aria-label="${`${says} ${about}`.trim()}">${says}</button>
  </form>`
}

/** One kind of thing, newest first. */
function section(on: Desk, title: string, empty: string, rows: Row[], buttons: (row: Row) => Button[]): Html {
  return html`<section aria-labelledby="${title}"><h2 id="${title}">${title}</h2>
    ${
      rows.length === 0
        ? html`<p class="empty">${empty}</p>`
        : html`<ul class="things">${rows.map((row) => {
            const offered = on.atHome ? buttons(row) : []
            const name = on.atHome ? row.name : endOf(row.name)
            return html`<li>
              <p><b class="amount">${money(row.amount)}</b> <span class="state ${row.status}">${row.status}</span></p>
              <p class="about"><span>${name}</span> <time datetime="${row.at.toISOString()}">${clock.format(row.at)}</time></p>
              ${row.detail ? html`<p class="about">${row.detail}</p>` : ''}
              ${offered.length > 0 ? html`<div class="row">${offered.map((one) => button(on, one, `for ${row.name}`))}</div>` : ''}
            </li>`
          })}</ul>`
    }</section>`
}

/** A person who has a payment's reference is taken for its payer, so strangers see only how it ends. */
const endOf = (reference: string) => `•••• ${reference.slice(-4)}`

const most = 20
const rowsOf = ({ scene }: Desk, text: string) => all<Row>(scene.world.pool(), `${text} limit ${most}`)

async function payments(on: Desk): Promise<Html> {
  const rows = await rowsOf(
    on,
    `select p.id, reference as name, amount::float8 as amount, status, created_at as at,
       case when refunded > 0 then 'Refunded: KES ' || round(refunded / 100.0, 2) when status = 'failed'
         then gateway_response end as detail,
       refunded >= amount or exists (select from sandbox.paystack_disputes d where d.payment_id = p.id
         and d.status <> 'resolved') as busy
     from sandbox.paystack_payments p order by created_at desc, p.id desc`,
  )
  return section(on, 'Payments', 'Nothing was begun yet. Give something on a public page.', rows, (row) =>
    row.status !== 'success' && row.status !== 'reversed'
      ? []
      : [
          { says: 'Send the webhook again', deed: 'webhooks/again', body: { subject: row.id } },
          ...(row.busy || row.status === 'reversed'
            ? []
            : [
                { says: 'Open a dispute', deed: 'dispute', body: { reference: row.name } } as Button,
                { says: 'Refund', deed: 'refund', body: { reference: row.name } } as Button,
              ]),
        ],
  )
}

async function disputes(on: Desk): Promise<Html> {
  const rows = await rowsOf(
    on,
    `select d.id, p.reference as name, d.amount::float8 as amount, coalesce(d.resolution, d.status) as status,
       d.created_at as at, d.status = 'resolved' as busy,
       case when d.status <> 'resolved' then 'To be answered by '
         || to_char(d.due_at at time zone 'Africa/Nairobi', 'DD Mon, HH24:MI') end as detail
     from sandbox.paystack_disputes d join sandbox.paystack_payments p on p.id = d.payment_id
     order by d.created_at desc, d.id desc`,
  )
  const resolve = (says: string, id: string, resolution: string): Button => ({
    says,
    deed: 'dispute/resolve',
    body: { id, resolution },
  })
  return section(on, 'Disputes', 'No payer’s bank has questions.', rows, ({ id, busy }) =>
    busy
      ? []
      : [
          resolve('Resolve: the payer gets the money', id, 'merchant-accepted'),
          resolve('Resolve: we keep the money', id, 'declined'),
        ],
  )
}

async function refunds(on: Desk): Promise<Html> {
  const rows = await rowsOf(
    on,
    `select r.id, p.reference as name, r.amount::float8 as amount, r.status, r.created_at as at, false as busy,
       null as detail
     from sandbox.paystack_refunds r join sandbox.paystack_payments p on p.id = r.payment_id
     order by r.created_at desc, r.id desc`,
  )
  return section(on, 'Refunds', 'Nothing went back.', rows, ({ id }) => [
    { says: 'Send the webhook again', deed: 'webhooks/again', body: { subject: id } },
  ])
}

async function transfers(on: Desk): Promise<Html> {
  const rows = await rowsOf(
    on,
    `select id, reference as name, amount::float8 as amount, status, created_at as at, gateway_response as detail,
       false as busy
     from sandbox.paystack_transfers order by created_at desc, id desc`,
  )
  const becomes = (says: string, id: string, to: string): Button => ({
    says,
    deed: 'transfer',
    body: { id, becomes: to },
  })
  return section(on, 'Transfers', 'Nothing was sent.', rows, ({ id, status }) => [
    ...(status === 'pending' ? [becomes('Let it arrive', id, 'success'), becomes('Let it fail', id, 'failed')] : []),
    ...(status === 'success' ? [becomes('Send it back', id, 'reversed')] : []),
    ...(status === 'pending' || status === 'otp'
      ? []
      : [{ says: 'Send the webhook again', deed: 'webhooks/again', body: { subject: id } } as Button]),
  ])
}
