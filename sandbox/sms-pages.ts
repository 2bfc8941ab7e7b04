import type { Query } from './mailbox.ts'
import { html, page, sandboxWays, withLinks } from './page.ts'
import { dialled, newestSms, type SmsRow } from './sms.ts'

// What the inbox of pretend phones shows: a list, newest first, and the same as JSON for tests.

const perPage = 50
const root = '/sandbox/sms'

/** Answers /sandbox/sms and /sandbox/sms.json. */
export async function smsAnswer(query: Query, request: Request, { nonce }: { nonce: string }): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === `${root}.json`) return asJson(query, searchParams)
  if (pathname === root || pathname === `${root}/`) return list(query, searchParams, nonce)
  return page({
    nonce,
    title: 'No such page',
    status: 404,
    body: html`<h1>No such page</h1><p><a href="${root}">Texts</a></p>`,
  })
}

const asked = (query: URLSearchParams) => ({
  typed: query.get('to')?.replaceAll('\0', '').trim() ?? '',
  before: /^\d{1,15}$/.exec(query.get('before') ?? '')?.[0] ?? null,
})

async function asJson(query: Query, search: URLSearchParams): Promise<Response> {
  const { typed, before } = asked(search)
  const rows = await newestSms(query, { to: typed ? dialled(typed) : null, before, most: perPage })
  const sms = rows.map(({ to_phone, sender, text, sent_at }) => ({
    to: to_phone,
    from: sender,
    text,
    sent_at: sent_at.toISOString(),
  }))
  return Response.json({ sms }, { headers: { 'cache-control': 'no-store' } })
}

const clock = new Intl.DateTimeFormat('en-KE', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Africa/Nairobi' })

/** One text, as the list and a phone show it. */
const smsLine = ({ sender, to_phone, text, sent_at }: SmsRow) => html`<li class="sms">
  <span class="to">${sender} to <a href="${root}?to=${encodeURIComponent(to_phone)}">${to_phone}</a></span>
  <time datetime="${sent_at.toISOString()}">${clock.format(sent_at)}</time>
  <p>${withLinks(text)}</p>
</li>`

/** The form by which a pretend phone answers our texts. */
const replyForm = (phone: string, isSent: boolean) => html`
  <form method="post" action="/sandbox/africastalking/reply" class="search">
    <input type="hidden" name="from" value="${phone}">
    <label for="text">Answer</label>
    <input id="text" name="text" required maxlength="160" placeholder="YES 482193" autocomplete="off" spellcheck="false">
    <button>Send from this phone</button>
    ${isSent ? html`<span role="status">Sent.</span>` : ''}
  </form>`

async function list(query: Query, search: URLSearchParams, nonce: string): Promise<Response> {
  const { typed, before } = asked(search)
  const rows = await newestSms(query, { to: typed ? dialled(typed) : null, before, most: perPage + 1 })
  const shown = rows.slice(0, perPage)
  const older = new URLSearchParams({ ...(typed ? { to: typed } : {}), before: String(shown.at(-1)?.id) })
  const body = html`
    <h1>Texts</h1>
    <p class="quiet">Texts that phones would have got, newest first. Nothing leaves this machine.</p>
    <form action="${root}" class="search" role="search">
      <label for="to">Sent to</label>
      <input id="to" name="to" type="search" inputmode="tel" value="${typed}" placeholder="0712 345 678" autocomplete="off" spellcheck="false">
      <button>Show</button>
      ${typed ? html`<a href="${root}">All texts</a>` : ''}
    </form>
    ${typed ? replyForm(dialled(typed), search.has('sent')) : ''}
    ${
      shown.length === 0
        ? html`<p class="empty">No texts${typed ? html` to <b>${typed}</b>` : ''} yet. Give by M-Pesa, and the receipt arrives here.</p>`
        : html`<ol class="mails">${shown.map(smsLine)}</ol>`
    }
    ${rows.length > perPage ? html`<p><a href="${root}?${older.toString()}">Older texts</a></p>` : ''}
    ${sandboxWays('sms')}`
  return page({ nonce, title: 'Texts', body })
}
