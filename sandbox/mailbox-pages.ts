import type { Query } from './mailbox.ts'
import { type Html, html, page, raw, sandboxWays, withLinks } from './page.ts'

// What the mailbox shows: a list, newest first, one mail in three views, and the same as JSON for tests.

type Row = { id: number; to_address: string; subject: string; text: string; html: string; raw: string; sent_at: Date }
type Asked = { nonce: string }

const perPage = 50
const root = '/sandbox/mailbox'

/** Answers everything under /sandbox/mailbox. */
export async function mailboxAnswer(query: Query, request: Request, { nonce }: Asked): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === `${root}.json`) return listAsJson(query, searchParams)
  if (pathname === root || pathname === `${root}/`) return list(query, searchParams, nonce)
  const [, id, view = 'html'] = /^\/sandbox\/mailbox\/(\d{1,15})(?:\/(html|text|raw|sheet))?$/.exec(pathname) ?? []
  const mail = id ? await mailOf(query, id) : undefined
  if (!mail) return page({ nonce, title: 'No such mail', status: 404, body: missing })
  if (view === 'sheet') return sheet(mail)
  return one(mail, view as 'html' | 'text' | 'raw', nonce)
}

const columns = 'id, to_address, subject, text, html, raw, sent_at'
const mailOf = async (query: Query, id: string) =>
  (await query(`select ${columns} from sandbox.mails where id = $1`, [id])).rows[0] as Row | undefined

/** The newest mails, of one reader or of all, older than a given one. */
async function newest(query: Query, asked: URLSearchParams, most: number): Promise<Row[]> {
  // A NUL is nothing that the database could look for.
  const to = asked.get('to')?.replaceAll('\0', '').trim().toLowerCase() || null
  const before = /^\d{1,15}$/.exec(asked.get('before') ?? '')?.[0] ?? null
  const { rows } = await query(
    `select ${columns} from sandbox.mails
     where ($1::text is null or lower(to_address) = $1) and ($2::bigint is null or id < $2)
     order by id desc limit $3`,
    [to, before, most],
  )
  return rows as Row[]
}

async function listAsJson(query: Query, asked: URLSearchParams): Promise<Response> {
  const mails = (await newest(query, asked, perPage)).map((row) => ({
    to: row.to_address,
    subject: row.subject,
    text: row.text,
    html: row.html,
    sent_at: row.sent_at.toISOString(),
  }))
  return Response.json({ mails }, { headers: { 'cache-control': 'no-store' } })
}

const clock = new Intl.DateTimeFormat('en-KE', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Africa/Nairobi' })
const when = ({ sent_at }: Row) => html`<time datetime="${sent_at.toISOString()}">${clock.format(sent_at)}</time>`

async function list(query: Query, asked: URLSearchParams, nonce: string): Promise<Response> {
  const to = asked.get('to')?.trim() ?? ''
  const rows = await newest(query, asked, perPage + 1)
  const shown = rows.slice(0, perPage)
  const older = new URLSearchParams({ ...(to ? { to } : {}), before: String(shown.at(-1)?.id) })
  const body = html`
    <h1>Mailbox</h1>
    <p class="quiet">Mails the product would have sent, newest first. Nothing leaves this machine.</p>
    <form action="${root}" class="search" role="search">
      <label for="to">Sent to</label>
      <input id="to" name="to" type="search" value="${to}" placeholder="someone@example.org" autocomplete="off" spellcheck="false">
      <button>Show</button>
      ${to ? html`<a href="${root}">All mails</a>` : ''}
    </form>
    ${
      shown.length === 0
        ? html`<p class="empty">No mails${to ? html` to <b>${to}</b>` : ''} yet. Sign up or ask for a new password, and its mail arrives here.</p>`
        : html`<ol class="mails">${shown.map(
            (row) => html`<li><a href="${root}/${row.id}">
              <span class="to">${row.to_address}</span> ${when(row)}
              <b>${row.subject || '(no subject)'}</b>
              <span class="start">${row.text.slice(0, 160)}</span>
            </a></li>`,
          )}</ol>`
    }
    ${rows.length > perPage ? html`<p><a href="${root}?${older.toString()}">Older mails</a></p>` : ''}
    ${sandboxWays('mailbox')}`
  return page({ nonce, title: 'Mailbox', body })
}

const views = { html: 'Page', text: 'Plain text', raw: 'Raw' } as const

function one(mail: Row, view: keyof typeof views, nonce: string): Response {
  const tabs = Object.entries(views).map(([name, label]) =>
    name === view
      ? html`<a href="${root}/${mail.id}/${name}" aria-current="page">${label}</a>`
      : html`<a href="${root}/${mail.id}/${name}">${label}</a>`,
  )
  const shown: Record<keyof typeof views, Html> = {
    html: html`<iframe title="The mail as a page" src="${root}/${mail.id}/sheet" sandbox="allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox"></iframe>`,
    text: html`<pre tabindex="0">${withLinks(mail.text)}</pre>`,
    raw: html`<pre tabindex="0">${mail.raw}</pre>`,
  }
  const body = html`
    <p><a href="${root}">All mails</a></p>
    <h1>${mail.subject || '(no subject)'}</h1>
    <p class="quiet">To <a href="${root}?to=${encodeURIComponent(mail.to_address)}">${mail.to_address}</a>, ${when(mail)}</p>
    <nav aria-label="Views" class="tabs">${tabs}</nav>
    ${shown[view]}`
  return page({ nonce, title: mail.subject || 'Mail', body })
}

/**
 * The mail itself, in a frame that can't do anything but lead away: no script runs, and it is on no origin of ours.
 * Its links open in the whole window.
 */
function sheet(mail: Row): Response {
  const whole = /<head[^>]*>/i.test(mail.html)
    ? mail.html.replace(/<head[^>]*>/i, (head) => `${head}<base target="_top">`)
    : `<base target="_top">${mail.html}`
  return new Response(whole, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src https: http: data:; form-action 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox",
    },
  })
}

const missing = html`<h1>No such mail</h1><p><a href="${raw(root)}">All mails</a></p>`
